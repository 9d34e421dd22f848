import { AppError } from '../../../platform/errors.ts';
import { plainAttribute, readXml, type XmlTag } from './xml.ts';

const NAMESPACE = 'http://schemas.openxmlformats.org/package/2006/relationships';
/** The beginnings of the types that Office and the standards define. */
const KNOWN =
  /^http:\/\/(?:schemas\.openxmlformats\.org\/(?:officeDocument|package)\/2006\/relationships|purl\.oclc\.org\/ooxml\/officeDocument\/relationships|schemas\.microsoft\.com\/office(?:\/\d{4}(?:\/\d\d)?)?\/(?:\d{4}\/)?relationships)\/((?:metadata\/|digital-signature\/)?\w+(?:-\w+)?)$/;
const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/**
 * Relationships to parts that neither run nor load anything. Not among them: objects, controls, macros, menus, templates, other
 * documents and formats (altChunk), data connections, external workbooks, mail merge, frames, web add-ins.
 */
const harmless = words(
  `officeDocument extendedProperties extended-properties custom-properties customProperties metadata/core-properties
  metadata/thumbnail metadata/core-properties thumbnail digital-signature/origin digital-signature/signature
  digital-signature/certificate styles stylesWithEffects settings webSettings fontTable font theme themeOverride numbering
  header footer footnotes endnotes comments commentsExtended commentsIds commentsExtensible people documentTasks
  glossaryDocument image hdphoto hyperlink customXml customXmlProps bibliography chart chartEx chartStyle chartColorStyle
  chartUserShapes diagramData diagramLayout diagramQuickStyle diagramColors diagramDrawing drawing vmlDrawing
  worksheet chartsheet sharedStrings calcChain sheetMetadata table tableSingleCells pivotTable pivotCacheDefinition
  pivotCacheRecords printerSettings threadedComment person slicer slicerCache timeline timelineCache volatileDependencies
  customProperty richStyles rdRichValue rdRichValueStructure rdRichValueTypes rdArray rdSupportingPropertyBag
  rdSupportingPropertyBagStructure richValueRel namedSheetView featurePropertyBag
  slide slideLayout slideMaster notesSlide notesMaster handoutMaster presProps viewProps tableStyles tags commentAuthors
  authors revisionInfo changesInfo media video audio ink legacyDiagramText legacyDocTextInfo classificationlabels sectionLayout
  downRev model3d`,
);
const macros = words(
  'vbaProject wordVbaData keyMapCustomizations attachedToolbars xlMacrosheet xlIntlMacrosheet dialogsheet extensibility',
);

const VARIABLE = /\{\{link\}\}|%7b%7blink%7d%7d/i;
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
/**
 * Whether an address that a person may click is ordinary: of the web or of an email, the variable of the link, or a place
 * without a scheme. Characters that programs ignore are removed first, because they could divide the scheme.
 */
export const isOrdinaryLink = (target: string): boolean => {
  if (VARIABLE.test(target)) return true;
  // oxlint-disable-next-line no-control-regex
  const address = target.replace(/[\u0000-\u0020\u007f-\u00a0]/g, '');
  if (SCHEME.test(address)) return /^(?:https?|mailto|tel):/i.test(address);
  return !/^[\\/]|\\/.test(address);
};

const broken = (): never => {
  throw new AppError('attachment.broken');
};

const checkOne = (tag: XmlTag): void => {
  if (tag.uri !== NAMESPACE || tag.local !== 'Relationship') broken();
  const type = plainAttribute(tag, 'Type') ?? broken();
  const target = plainAttribute(tag, 'Target') ?? broken();
  const mode = plainAttribute(tag, 'TargetMode') ?? 'Internal';
  const name = KNOWN.exec(type)?.[1];
  if (mode === 'External') {
    if (name !== 'hyperlink') throw new AppError('attachment.external');
    if (!isOrdinaryLink(target)) throw new AppError('attachment.script');
    return;
  }
  if (mode !== 'Internal') broken();
  if (/(?:^|\/)(?:vba|wordVba|keyMap|attachedToolbars|xlMacro|xlIntlMacro|dialogsheet|extensibility)\w*$/i.test(type))
    throw new AppError('attachment.macros');
  if (name === undefined || macros.has(name) || !harmless.has(name)) throw new AppError('attachment.embedded');
  if (SCHEME.test(target) || target.includes('\\') || target.startsWith('//'))
    throw new AppError('attachment.external');
};

/** Checks a relationships part: only types of the list above, and outside the package only ordinary hyperlinks. */
export const checkRelationships = (content: Uint8Array): void => {
  let isRoot = true;
  readXml(content, {
    open: (tag) => {
      if (!isRoot) return checkOne(tag);
      isRoot = false;
      if (tag.uri !== NAMESPACE || tag.local !== 'Relationships') broken();
    },
  });
};
