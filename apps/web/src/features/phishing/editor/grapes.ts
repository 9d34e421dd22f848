import { type Component, type Editor, grapesjs } from 'grapesjs';
import 'grapesjs/dist/css/grapes.min.css';
import { markStyles } from '@sergak/contract/phishing/phish-scale.rules.ts';
import { openHtml, type OpenedHtml } from './html-source.ts';
import { partKind, type PartNames } from './part-names.ts';
import { chipStyles, isChip, type VariableNames } from './variable-chips.ts';

const INLINE = new Set('a abbr b big br code em font i s small span strike strong sub sup time u'.split(' '));
const isInline = (node: ChildNode): boolean =>
  node.nodeType !== 1 || (INLINE.has((node as Element).localName) && [...node.childNodes].every(isInline));
/** Whether an element holds a text of its own, so that a person types into it: cells too, not only paragraphs. */
const isText = (el: HTMLElement): boolean =>
  el.nodeType === 1 &&
  el.localName !== 'a' &&
  !INLINE.has(el.localName) &&
  !/^(?:option|select|textarea|svg|style|title)$/.test(el.localName) &&
  [...el.childNodes].some((node) => isChip(node) || (node.nodeType === 3 && node.nodeValue!.trim() !== '')) &&
  [...el.childNodes].every(isInline);

export type CanvasOptions = {
  container: HTMLElement;
  html: string;
  language: string;
  /** Names of the kinds of parts, shown at their frames. */
  names: PartNames;
  /** Colour of the frame of the selected part. */
  accent: string;
  /** Names of the variables, shown in their chips. */
  variables: VariableNames;
  /** Called with the whole text after each change. */
  onChange: (html: string) => void;
  /** Called with the selected part, or null. */
  onSelect: (part: Component | null) => void;
};

/** The canvas of the visual editor: GrapesJS without its own panels, and a text that is kept as it was written. */
export type Canvas = {
  readonly editor: Editor;
  /** Shows another text, for example an earlier one. */
  readonly load: (html: string) => void;
  /** Markup to insert, with the chips of its variables. */
  readonly toChips: (html: string) => string;
  /** The text with what is being typed. */
  readonly read: () => string;
  readonly destroy: () => void;
};

/** The canvas is a document of the portal's origin; its policy lets nothing run there. */
const dress = (editor: Editor, opened: OpenedHtml): void => {
  const doc = editor.Canvas.getDocument() as Document | undefined;
  if (!doc) return;
  const wrapper = editor.getWrapper()?.getEl();
  let style = doc.getElementById('own-styles');
  if (!style) {
    style = doc.createElement('style');
    style.id = 'own-styles';
    doc.head.append(style);
  }
  style.textContent = opened.styles;
  const target = wrapper ?? doc.body;
  for (const [name, value] of opened.body) {
    if (name === 'style') target.style.cssText += `;${value}`;
    if (name === 'bgcolor') target.style.backgroundColor = value;
  }
};

/** The content of the canvas, with what is typed into the open text. */
const contentOf = (editor: Editor): string => {
  const wrapper = editor.getWrapper()!;
  const typed = editor.getEditing();
  const el = typed?.getEl();
  if (!typed || !el) return wrapper.getInnerHTML();
  const html = wrapper.getInnerHTML({
    attributes: (part: Component, attributes: Record<string, unknown>) =>
      part === typed ? { ...attributes, 'data-gjs-typed': '' } : attributes,
  });
  const read = new DOMParser().parseFromString(`<!doctype html><body>${html}`, 'text/html');
  const place = read.querySelector('[data-gjs-typed]');
  if (place) place.innerHTML = el.innerHTML;
  place?.removeAttribute('data-gjs-typed');
  return read.body.innerHTML;
};

/** Links that lead nowhere are marked in the canvas. */
const deadLinkStyles =
  [':not([href])', '[href=""]', '[href^="#"]', '[href^="javascript:"]', '[href^="{{"]:not([href="{{link}}"])']
    .map((state) => `a${state}`)
    .join(', ') + ' { outline: 2px dashed #e03131; outline-offset: 2px; }';

/** Gives the parts their names, and adds ours: variables and texts. */
const registerParts =
  (names: PartNames) =>
  ({ DomComponents }: Editor): void => {
    // Traits are the settings of GrapesJS's own panel; each part would make a collection of them.
    for (const { id } of DomComponents.getTypes())
      DomComponents.addType(id, {
        model: {
          defaults: { traits: [] },
          getName(this: Component) {
            return names[partKind(String(this.get('type')), String(this.get('tagName')))];
          },
        },
      });
    const { updateAttributes } = DomComponents.getType('default')!.view.prototype as { updateAttributes: () => void };
    // Part of the text around it: a press selects that text, and typing passes over the chip.
    DomComponents.addType('variable', {
      isComponent: (el) => (el.nodeType === 1 && isChip(el) ? { type: 'variable' } : undefined),
      model: {
        defaults: { selectable: false, hoverable: false, draggable: false, droppable: false, layerable: false },
      },
      view: {
        // The parser leaves this attribute out. Without it, what is typed after a chip would become part of the chip.
        updateAttributes(this: { el: HTMLElement }) {
          updateAttributes.call(this);
          this.el.setAttribute('contenteditable', 'false');
        },
      },
    });
    DomComponents.addType('own-text', {
      extend: 'text',
      extendView: 'text',
      isComponent: (el) => (isText(el) ? { type: 'own-text' } : undefined),
    });
  };

/** GrapesJS without panels, storage, telemetry and history: those are ours. */
const startEditor = ({ container, language, names, accent }: CanvasOptions): Editor =>
  grapesjs.init({
    container,
    height: '100%',
    width: 'auto',
    telemetry: false,
    cssIcons: '',
    baseCss: `html, body, [data-gjs-type=wrapper] { min-height: 100%; } body { margin: 0; height: 100%; } ${markStyles} ${chipStyles} ${deadLinkStyles} body .gjs-selected { outline-color: ${accent} !important; }`,
    protectedCss: '',
    forceClass: false,
    avoidInlineStyle: false,
    noticeOnUnload: false,
    storageManager: false,
    undoManager: { maximumStackLength: 1 },
    panels: { defaults: [] },
    blockManager: { custom: true, blocks: [] },
    layerManager: { custom: true },
    styleManager: { custom: true, sectors: [] },
    traitManager: { custom: true },
    selectorManager: { custom: true, escapeName: (name: string) => name },
    assetManager: { custom: true },
    richTextEditor: { custom: true },
    deviceManager: {
      devices: [
        { id: 'desktop', name: 'desktop', width: '' },
        { id: 'phone', name: 'phone', width: '390px', widthMedia: '' },
      ],
    },
    keymaps: { defaults: {} },
    parser: { optionsHtml: { keepEmptyTextNodes: true } },
    i18n: {
      locale: language,
      localeFallback: language,
      detectLocale: false,
      messages: { [language]: {} },
      messagesAdd: {},
    },
    plugins: [registerParts(names)],
  });

export const openCanvas = (options: CanvasOptions): Canvas => {
  const { html, variables, onChange, onSelect } = options;
  let opened = openHtml(html, variables);
  let last = html;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let loading = true;
  // Ending the editor ends the typing too, which sends events of an editor that no longer has a content.
  let closed = false;
  const editor = startEditor(options);
  const start = (): void => {
    loading = true;
    editor.setComponents(opened.inner);
    opened.begin(contentOf(editor));
    dress(editor, opened);
    loading = false;
  };
  const read = (): string => (loading ? last : opened.restore(contentOf(editor)));
  const report = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (closed) return;
    const now = read();
    if (now === last) return;
    last = now;
    onChange(now);
  };
  const soon = (): void => {
    if (loading || closed) return;
    clearTimeout(timer);
    timer = setTimeout(report, 120);
  };
  editor.on('component:update component:add component:remove component:input rte:disable component:drag:end', soon);
  editor.on('component:selected component:deselected', () => onSelect(editor.getSelected() ?? null));
  editor.on('load', start);
  return {
    editor,
    load: (next) => {
      if (next === last) return;
      last = next;
      opened = openHtml(next, variables);
      start();
    },
    toChips: (text) => opened.toChips(text),
    read: () => {
      report();
      return last;
    },
    destroy: () => {
      report();
      closed = true;
      editor.destroy();
    },
  };
};
