import { AppError } from '../../platform/errors.ts';
import { readCertificate } from './certificates.ts';
import { SsoRejected } from './failure.ts';
import { samlChildren, everything, parseMetadataXml } from './saml-xml.ts';

const METADATA = 'urn:oasis:names:tc:SAML:2.0:metadata';
const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';

/** The entity, sign-in address and signing certificates in the metadata of a provider. */
export const readProviderMetadata = (xml: string) => {
  try {
    const all = everything(parseMetadataXml(xml));
    const entity = all.find((one) => samlChildren(one, METADATA, 'IDPSSODescriptor').length > 0);
    const [provider] = samlChildren(entity, METADATA, 'IDPSSODescriptor');
    const address = samlChildren(provider, METADATA, 'SingleSignOnService').find(
      (one) => one.attributes['Binding'] === REDIRECT,
    );
    const signing = samlChildren(provider, METADATA, 'KeyDescriptor').filter(
      (one) => one.attributes['use'] !== 'encryption',
    );
    const texts = signing.flatMap(everything).filter((one) => one.local === 'X509Certificate');
    const certificates = [...new Set(texts.map((one) => readCertificate(one.text)).filter((one) => one !== null))];
    const url = address?.attributes['Location'] ?? '';
    if (!entity?.attributes['entityID'] || !/^https?:\/\//.test(url) || certificates.length === 0)
      throw new AppError('sso.metadata_invalid');
    return {
      idp_entity_id: entity.attributes['entityID'],
      idp_sso_url: url,
      idp_certificates: certificates.slice(0, 5),
    };
  } catch (error) {
    if (error instanceof SsoRejected) throw new AppError('sso.metadata_invalid');
    throw error;
  }
};
