import { isRegistrationDone, type ScoState } from '@sergak/contract/scorm/runtime.rules.ts';
import type { PlayerState } from '@sergak/contract/scorm/runtime.schema.ts';
import type { ScormItem } from '@sergak/contract/scorm/scorm.schema.ts';

type Handlers = { open(id: string): void; next(): void; previous(): void };
export type View = {
  readonly stage: HTMLElement;
  /** Marks the open part and what may be opened next. */
  update(o: {
    current: string;
    states: ReadonlyMap<string, ScoState>;
    next: boolean;
    previous: boolean;
    locked: ReadonlySet<string>;
  }): void;
  /** Shows that the material is over. */
  showEnd(): void;
};

const element = <K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Record<string, string> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] => {
  const newElement = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) newElement.setAttribute(key, value);
  newElement.append(...children);
  return newElement;
};

const signs = { done: '✓', failed: '✕', begun: '◐', none: '' } as const;
const markOf = (state: ScoState | undefined): keyof typeof signs =>
  !state || state.completion === 'not_attempted'
    ? 'none'
    : isRegistrationDone(state)
      ? 'done'
      : state.success === 'failed'
        ? 'failed'
        : 'begun';

type Buttons = Map<string, { button: HTMLButtonElement; mark: HTMLElement; title: string }>;
/** The contents list; collects the buttons of its parts. */
const listOf = (items: readonly ScormItem[], buttons: Buttons, open: (id: string) => void): HTMLElement =>
  element(
    'ul',
    {},
    ...items
      .filter((item) => item.visible)
      .map((item) => {
        const below = item.items.length > 0 ? [listOf(item.items, buttons, open)] : [];
        if (item.launch === null) return element('li', {}, element('span', { class: 'chapter' }, item.title), ...below);
        const mark = element('span', { class: 'mark', 'aria-hidden': 'true' });
        const button = element('button', { type: 'button' }, mark, element('span', {}, item.title));
        button.addEventListener('click', () => open(item.id));
        buttons.set(item.id, { button, mark, title: item.title });
        return element('li', {}, button, ...below);
      }),
  );

/** The page around the SCO. A package of one SCO fills it; others get a contents list and buttons below the SCO. */
export const drawPlayer = (state: PlayerState, parts: readonly ScormItem[], handlers: Handlers): View => {
  const { texts, manifest } = state;
  const root = document.getElementById('player')!;
  const stage = element('div', { class: 'stage' });
  const buttons: Buttons = new Map();
  const list = listOf(manifest.items, buttons, (id) => {
    show(false);
    handlers.open(id);
  });
  const contents = element('nav', { class: 'contents', id: 'contents', 'aria-label': texts.contents }, list);
  const toggle = element(
    'button',
    { type: 'button', class: 'toggle', 'aria-expanded': 'false', 'aria-controls': 'contents' },
    texts.contents,
  );
  const previous = element('button', { type: 'button' }, texts.previous);
  const next = element('button', { type: 'button', class: 'primary' }, texts.next);
  const foot = element('div', { class: 'foot' }, toggle, element('span', { class: 'space' }), previous, next);
  const show = (open: boolean): void => {
    root.toggleAttribute('data-contents', open);
    toggle.setAttribute('aria-expanded', String(open));
  };
  toggle.addEventListener('click', () => show(!root.hasAttribute('data-contents')));
  previous.addEventListener('click', handlers.previous);
  next.addEventListener('click', handlers.next);
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !root.hasAttribute('data-contents')) return;
    show(false);
    toggle.focus();
  });
  const many = parts.length > 1;
  root.toggleAttribute('data-many', many);
  root.append(...(many ? [contents, stage, foot] : [stage]));

  return {
    stage,
    update({ current, states, locked, ...o }) {
      next.disabled = !o.next;
      previous.disabled = !o.previous;
      for (const [id, { button, mark, title }] of buttons) {
        const kind = markOf(states.get(id));
        mark.textContent = signs[kind];
        mark.dataset['kind'] = kind;
        button.disabled = locked.has(id);
        button.setAttribute('aria-label', kind === 'none' ? title : `${title}, ${texts[kind]}`);
        if (id === current) button.setAttribute('aria-current', 'true');
        else button.removeAttribute('aria-current');
      }
    },
    showEnd() {
      stage.replaceChildren(element('p', { class: 'end', role: 'status' }, texts.end));
    },
  };
};
