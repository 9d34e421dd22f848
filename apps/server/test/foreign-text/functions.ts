import Bowser from 'bowser';
import { readAddress } from '@sergak/contract/employees/addresses.rules.ts';
import { nameFromAddress, splitFullName } from '@sergak/contract/employees/names.rules.ts';
import { plainAnswer } from '@sergak/contract/learning/learning.rules.ts';
import { deadLinks } from '@sergak/contract/phishing/dead-links.rules.ts';
import { mapHtmlVariables } from '@sergak/contract/phishing/foreign-html.rules.ts';
import { emailWarnings } from '@sergak/contract/phishing/email-warnings.rules.ts';
import { emailVariables, fillHtml, HTML_MAX, pageWarnings } from '@sergak/contract/phishing/phishing.rules.ts';
import { defangText, SIMULATION_TEXT_MAX } from '@sergak/contract/suspicious-mail/suspicious-mail.rules.ts';
import { cleanLine, isEmail } from '@sergak/contract/text.rules.ts';
import { htmlToText } from '@sergak/mail/html-text.ts';
import { numberText } from '@sergak/sheets/cell-text.ts';
import { readCsv } from '@sergak/sheets/csv.ts';
import { expandPictures } from '../../src/modules/delivery/renderer.ts';
import { securePage } from '../../src/modules/tracking/pages.ts';
import { splitPath } from '../../src/modules/departments/public.ts';
import { meaningOf } from '../../src/modules/employees/import-headings.ts';
import { dnKey } from '../../src/modules/ldap/dn.ts';
import { describePage } from '../../src/modules/library/presentations/slide-content.ts';
import { readMhtml } from '../../src/modules/phishing/import/import-mhtml.ts';
import { readMail } from '../../src/platform/mail-file/read-mail.ts';
import { textOfRtf } from '../../src/platform/mail-file/rtf.ts';
import { storedRtf, tnefFile } from '../../src/platform/mail-file/test-outlook.ts';
import { checkContent } from '../../src/modules/phishing/documents/content-check.ts';
import { trackedParts } from '../../src/modules/phishing/documents/office.ts';
import { checkPart } from '../../src/modules/phishing/documents/office-part.ts';
import { parseFilter } from '../../src/modules/scim/filter.ts';
import { applyPatch } from '../../src/modules/scim/patch.ts';
import { readManifest } from '../../src/modules/scorm/manifest.ts';
import { inspectResponse, RESPONSE_BYTES_MAX } from '../../src/modules/sso/saml-checks.ts';
import { readProviderMetadata } from '../../src/modules/sso/provider-metadata.ts';
import { viewMessage } from '../../src/modules/suspicious-mail/message-view.ts';
import { authenticationOf, headerFields, hopsOf } from '../../src/modules/suspicious-mail/trace.rules.ts';
import { forwardedHead } from '../../src/modules/suspicious-mail/forwarded-head.ts';
import { readSimulationHead } from '../../src/modules/suspicious-mail/simulation-head.ts';
import { readReport } from '../../src/modules/suspicious-mail/report-message.ts';

type ForeignText = { readonly name: string; readonly fn: (text: string) => unknown; readonly max: number };

/** A rejection is an answer as well. */
const rejecting =
  (fn: (text: string) => unknown) =>
  async (text: string): Promise<void> => {
    try {
      await fn(text);
    } catch {
      // The time counts, not the result.
    }
  };
const bytes = (text: string) => Buffer.from(text);
const mail = (text: string, type: string) =>
  bytes(`From: a@b.test\r\nMIME-Version: 1.0\r\nContent-Type: ${type}\r\n\r\n${text}`);
const rows = async (text: string): Promise<void> => {
  for await (const _ of readCsv(chunksOf(bytes(text)))); // read to its end
};
async function* chunksOf(all: Buffer) {
  for (let at = 0; at < all.length; at += 65_536) yield all.subarray(at, at + 65_536);
}
const word = (text: string, name: string) =>
  trackedParts(
    new Map([
      ['_rels/.rels', bytes('<Relationships><Relationship Type="a/officeDocument" Target="w.xml"/></Relationships>')],
      ['w.xml', bytes(name === 'w.xml' ? `<w:body>${text}</w:body>` : '<w:body></w:body>')],
      ['_rels/w.xml.rels', bytes(name === 'w.xml' ? '<Relationships/>' : `<Relationships>${text}</Relationships>`)],
    ]),
    'docx',
    true,
  );
/** Stored texts are nested less than 200 elements deep: cleaning rejects the others. */
const nested = (text: string): string =>
  (text.match(/[^]{1,500}/g) ?? []).map((piece) => `<section>${piece}</section>`).join('');
const expected = { idpEntityId: 'a', entityId: 'b', acsUrl: 'c' };
const values = new Proxy({}, { get: () => 'x', has: () => true }) as Readonly<Record<string, string>>;

/** Every function that takes text of other people and runs outside a bounded worker, and a few that run in one. */
const list: readonly (readonly [name: string, fn: (text: string) => unknown, max: number])[] = [
  ['readReport, HTML', (text) => readReport(mail(text, 'text/html')), 1_000_000],
  // More than 300,000 lines are not read at all.
  ['readReport, text', (text) => readReport(mail(text, 'text/plain')), 300_000],
  ['readReport, headers', (text) => readReport(bytes(`To: ${text}\r\nSubject: ${text}\r\n\r\n`)), 300_000],
  [
    'readMail, raw headers',
    (text) => readMail(Buffer.from(`To: ${text}\r\nSubject: \u00f0${text}\r\n\r\n`, 'latin1')),
    300_000,
  ],
  [
    'readMail, parts',
    (text) => readMail(mail(text.replaceAll('a', '--b\r\n'), 'multipart/mixed; boundary=b')),
    100_000,
  ],
  ['textOfRtf', (text) => textOfRtf(storedRtf(`{\\rtf1\\ansi\\ansicpg1251\\fromhtml1 ${text}}`)), 300_000],
  ['readTnef', (text) => readMail(Buffer.concat([tnefFile({ subject: text, text }), bytes(text)])), 300_000],
  [
    'readMhtml',
    (text) => readMhtml(mail(`--b\r\nContent-Type: text/html\r\n\r\n${text}`, 'multipart/related; boundary=b')),
    300_000,
  ],
  [
    'viewMessage, HTML',
    (text) => viewMessage({ raw: mail(text, 'text/html'), page: { hidden: 'x', pictures: true } }),
    300_000,
  ],
  ['viewMessage, text', (text) => viewMessage({ raw: mail(text, 'text/plain'), page: null }), 300_000],
  // Stored headers have at most 16,000 characters.
  ['hopsOf', (text) => hopsOf(headerFields(`Received: ${text}\nReceived: from a ${text} by b; ${text}`)), 16_000],
  [
    'authenticationOf',
    (text) => authenticationOf(headerFields(`Authentication-Results: ${text}\nReceived-SPF: ${text}`)),
    16_000,
  ],
  ['defangText', defangText, 1_000_000],
  ['forwardedHead', forwardedHead, 1_000_000],
  ['readSimulationHead', readSimulationHead, SIMULATION_TEXT_MAX],
  ['readSimulationHead, one field', (text) => readSimulationHead(`From: ${text}`), SIMULATION_TEXT_MAX],
  ['checkPart', (text) => checkPart(bytes(`<a>${text}</a>`)), 2_000_000],
  ['checkContent, PDF', (text) => checkContent(bytes(`%PDF-1.4\n${text}\n%%EOF\n`), 'a.pdf'), 2_000_000],
  [
    'checkContent, ICS',
    (text) => checkContent(bytes(`BEGIN:VCALENDAR\r\n${text}\r\nEND:VCALENDAR`), 'a.ics'),
    2_000_000,
  ],
  ['trackedParts, document', (text) => word(text, 'w.xml'), 2_000_000],
  ['trackedParts, relationships', (text) => word(text, ''), 2_000_000],
  ['securePage', securePage, HTML_MAX],
  ['emailWarnings', emailWarnings, HTML_MAX],
  ['pageWarnings', pageWarnings, HTML_MAX],
  ['deadLinks', deadLinks, HTML_MAX],
  ['mapHtmlVariables', (text) => mapHtmlVariables(text, emailVariables), HTML_MAX],
  ['fillHtml', (text) => fillHtml(text, values), HTML_MAX],
  ['expandPictures', expandPictures, HTML_MAX],
  // The library needs 1.5 s for 500 kB of nested blocks: an email of the organisation itself, prepared once for a campaign.
  ['htmlToText', (text) => htmlToText(nested(text)), 125_000],
  ['inspectResponse', (text) => inspectResponse(`<a>${text}</a>`, expected), RESPONSE_BYTES_MAX],
  ['inspectResponse, attributes', (text) => inspectResponse(`<a ${text}`, expected), RESPONSE_BYTES_MAX],
  ['readProviderMetadata', readProviderMetadata, 500_000],
  ['parseFilter', (text) => parseFilter(text), 4_000],
  [
    'applyPatch, path',
    (path) => applyPatch({ schemas: [] }, [{ op: 'replace', path: path.slice(0, 4_000), value: 'x' }]),
    4_000,
  ],
  ['readManifest', (text) => readManifest(`<manifest>${text}</manifest>`), 5_000_000],
  ['readCsv', rows, 2_000_000],
  ['numberText', (text) => numberText(200, text, false)(12), 30_000],
  ['splitPath', splitPath, 30_000],
  ['plainAnswer', plainAnswer, 30_000],
  ['cleanLine', cleanLine, 1_000_000],
  ['isEmail', isEmail, 100_000],
  ['readAddress', readAddress, 100_000],
  ['splitFullName', (text) => splitFullName(text, 'first_last'), 100_000],
  ['nameFromAddress', nameFromAddress, 100_000],
  ['meaningOf', meaningOf, 100_000],
  ['dnKey', dnKey, 100_000],
  ['describePage', (text) => describePage(text, undefined), 200_000],
  ['user agent', (text) => Bowser.parse(text || 'x'), 500],
];
export const functions: readonly ForeignText[] = list.map(([name, fn, max]) => ({ name, fn: rejecting(fn), max }));

/** Files that use a parser, with the bounded worker or separate process that runs them. */
export const inWorkers: Readonly<Record<string, string>> = {
  'modules/phishing/sanitise.ts': 'modules/phishing/sanitise.worker.ts',
  'platform/markup/css.ts': 'modules/phishing/sanitise.worker.ts',
  'platform/markup/html.ts': 'modules/phishing/sanitise.worker.ts',
  'platform/markup/fragment.ts': 'modules/phishing/sanitise.worker.ts',
  'platform/markup/places.ts': 'modules/phishing/sanitise.worker.ts',
  'platform/mail-file/read-mail.ts': 'modules/phishing/import/import.worker.ts',
  'platform/mail-file/compound-file.ts': 'modules/phishing/import/import.worker.ts',
  'platform/mail-file/mapi-mail.ts': 'modules/phishing/import/import.worker.ts',
  'platform/mail-file/rtf.ts': 'modules/phishing/import/import.worker.ts',
  'modules/phishing/import/import-source.ts': 'modules/phishing/import/import.worker.ts',
  'modules/phishing/import/import-markup.ts': 'modules/phishing/import/import.worker.ts',
  'modules/phishing/import/import-links.ts': 'modules/phishing/import/import.worker.ts',
  'modules/phishing/import/import-mhtml.ts': 'modules/phishing/import/import.worker.ts',
  'modules/phishing/import/import-parts.ts': 'modules/phishing/import/import.worker.ts',
  'modules/phishing/import/import-tree.ts': 'modules/phishing/import/import.worker.ts',
  'modules/phishing/documents/xml.ts': 'modules/phishing/documents/check.worker.ts',
  'modules/suspicious-mail/report-message.ts': 'modules/suspicious-mail/report.worker.ts',
  'modules/suspicious-mail/message-view.ts': 'modules/suspicious-mail/message-view.worker.ts',
  'modules/suspicious-mail/view-html.ts': 'modules/suspicious-mail/message-view.worker.ts',
  'modules/library/presentations/deck-process.ts': 'modules/library/presentations/deck-process.ts',
  'modules/library/presentations/pdfium.ts': 'modules/library/presentations/deck-process.ts',
  'modules/library/media-process.ts': 'modules/library/media-process.ts',
  'modules/files/picture-process.ts': 'modules/files/picture-process.ts',
};

/** Files that use a parser in the process itself, with the reason. Their functions are in the list above or bounded. */
export const inProcess: Readonly<Record<string, string>> = {
  'modules/phishing/documents/package.ts': 'an accepted document is unpacked again when its email is sent',
  'modules/scorm/zip-directory.ts': 'reads entry by entry in a job, with limits of number and size',
  'modules/scorm/manifest-xml.ts': 'readManifest',
  'modules/library/doc-of-html.ts': 'only the starter courses of the product',
  'modules/library/starter-files.ts': 'only the starter courses of the product',
  'modules/library/presentations/deck-kind.ts': 'reads the names of an archive with a limit of their number',
  'modules/settings/site.ts': 'an address of the configuration',
  'modules/sso/saml-xml.ts': 'inspectResponse, readProviderMetadata',
  'modules/sso/saml.ts': 'after inspectResponse: at most 256 kB and 20,000 elements',
  'modules/sso/oidc.ts': 'JSON of a configured provider',
  'modules/tracking/store.ts': 'a user agent of at most 500 characters',
  'modules/ldap/groups.ts': 'builds a filter',
  'modules/ldap/sign-in.service.ts': 'builds a filter',
  'modules/ldap/directories.service.ts': 'a filter of at most a few thousand characters that an administrator writes',
  'modules/ldap/directory-client.ts': 'the protocol of a configured directory',
};
