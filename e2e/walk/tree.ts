import type { CDPSession, Page } from '@playwright/test';

/** A node of the accessibility tree, as a screen reader gets it. */
type Node = {
  /** For the browser's own tools. */ readonly dom: number | undefined;
  readonly role: string;
  readonly name: string;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly children: readonly Node[];
};

type Raw = Awaited<ReturnType<typeof readNodes>>[number];
const readNodes = async (session: CDPSession) => (await session.send('Accessibility.getFullAXTree')).nodes;

/** The accessibility tree of the page; nodes that screen readers do not get are left out, their children are kept. */
const treeOf = async (session: CDPSession): Promise<Node> => {
  const nodes = await readNodes(session);
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const made = (raw: Raw): Node[] => {
    const children = (raw.childIds ?? []).flatMap((id) => {
      const child = byId.get(id);
      return child === undefined ? [] : made(child);
    });
    if (raw.ignored) return children;
    const text = (value: { value?: unknown } | undefined) => String(value?.value ?? '').trim();
    return [
      {
        dom: raw.backendDOMNodeId,
        role: text(raw.role),
        name: text(raw.name),
        properties: Object.fromEntries((raw.properties ?? []).map(({ name, value }) => [name, value.value])),
        children,
      },
    ];
  };
  return made(nodes[0]!)[0]!;
};

const all = (node: Node): Node[] => [node, ...node.children.flatMap(all)];
const said = ({ role, name }: Node): string => `${role} «${name}»`;

/** What takes the focus and has no name; axe knows the roles of controls only. */
const nameless = async (nodes: readonly Node[], session: CDPSession): Promise<string[]> => {
  const found = nodes.filter(
    ({ properties, name, role }) =>
      properties.focusable === true && name === '' && !['RootWebArea', 'main', 'dialog', 'Iframe'].includes(role),
  );
  const described = await Promise.all(
    found.map(({ dom }) => session.send('DOM.describeNode', { backendNodeId: dom! }).then(({ node }) => node)),
  );
  return described
    .map(({ localName, attributes = [] }) => `no name: <${localName} ${attributes.join(' ')}>`)
    .filter((one) => !one.includes('tabindex -1')); // only scripts put the focus there
};

/** Parts of a page in which a name must lead to one thing. */
const GROUPS = ['row', 'listitem', 'toolbar', 'radiogroup', 'menu', 'tablist', 'form'];
const CONTROLS = ['button', 'link', 'menuitem', 'tab'];
const controlsOf = (part: Node): Node[] => all(part).filter(({ role, name }) => CONTROLS.includes(role) && name !== '');

/** Buttons and links of one row or toolbar that have the same name and do not lead to the same address. */
const alike = (nodes: readonly Node[]): string[] =>
  nodes
    .filter(({ role }) => GROUPS.includes(role))
    .flatMap((group) => {
      const seen = new Map<string, unknown>();
      return controlsOf(group).flatMap((node) => {
        const { url } = node.properties;
        const isSecond = seen.has(said(node)) && (url === undefined || seen.get(said(node)) !== url);
        seen.set(said(node), url);
        return isSecond ? [`${said(node)} is twice in a ${group.role}`] : [];
      });
    });

/** Names that the controls of all items of a list share: in a list of all buttons of the page they say nothing. */
const shared = (nodes: readonly Node[]): string[] =>
  nodes
    .filter(({ role }) => role === 'list')
    .flatMap(({ children }) => {
      const items = children.filter(({ role }) => role === 'listitem').map((item) => controlsOf(item));
      const [first, ...others] = items.filter((item) => item.length > 0);
      if (first === undefined || others.length === 0) return [];
      return first
        .filter((node) => others.every((item) => item.some((other) => said(other) === said(node))))
        .map((node) => `${said(node)} is in every item of a list`);
    });

/** Tables that have no name, or no heading of a column. */
const untitled = (nodes: readonly Node[]): string[] =>
  nodes
    .filter(({ role }) => ['table', 'grid', 'treegrid'].includes(role))
    .flatMap((table) => [
      ...(table.name === '' ? ['a table has no name'] : []),
      ...(all(table).some(({ role }) => role === 'columnheader')
        ? []
        : [`${said(table)} has no headings of its columns`]),
    ]);

/** Fields with a wrong value that do not say what is wrong. */
export const unexplainedFields = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[aria-invalid=true]')]
      .filter((one) => one.checkVisibility())
      .filter((one) => {
        const ids = `${one.getAttribute('aria-describedby') ?? ''} ${one.getAttribute('aria-errormessage') ?? ''}`;
        return !ids.split(' ').some((id) => (document.getElementById(id)?.textContent ?? '').trim() !== '');
      })
      .map((one) => `${one.getAttribute('aria-label') ?? one.id} is wrong and does not say why`),
  );

/** Places where toasts are announced; an empty one is in no tree. */
const unheard = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    ['status', 'alert'].flatMap((role) =>
      document.querySelector(`section > [role=${role}]`) === null ? [`no place announces a ${role}`] : [],
    ),
  );

/** Links outside of menus that are said to lead to this page. */
const wronglyCurrent = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main a[aria-current=page]')]
      .filter((one) => one.closest('nav ul, [role=tablist], nav:has(> a)') === null)
      .map((one) => `link «${one.innerText}» is said to be this page`),
  );

/** What a screen reader gets of the page and cannot use, beyond what axe finds. */
export const treeFaults = async (page: Page): Promise<string[]> => {
  const session = await page.context().newCDPSession(page);
  const nodes = all(await treeOf(session));
  const faults = [
    ...(await nameless(nodes, session)),
    ...[alike, shared, untitled].flatMap((find) => find(nodes)),
    ...(await unexplainedFields(page)),
    ...(await unheard(page)),
    ...(await wronglyCurrent(page)),
  ];
  await session.detach();
  return [...new Set(faults)];
};
