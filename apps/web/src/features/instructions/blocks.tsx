import { Fragment, type ReactNode } from 'react';
import { type Screen, type ScreenId, screens } from '@sergak/contract/access/screens.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink } from '../../shared/nav/nav.tsx';
import { useMe } from '../../shared/session.ts';
import { CopyAction } from '../../shared/ui/copy-action.tsx';
import { mayRead } from './catalog.ts';
import { type Block, type Inline, wordsOf } from './chapter.ts';
import css from './instructions.module.css';
import type { InstallationFacts } from './use-chapters.ts';

type Around = { readonly facts: InstallationFacts; readonly pictures: ReadonlyMap<string, string> };

const Fact = ({ name, facts }: { name: keyof InstallationFacts; facts: InstallationFacts }): ReactNode => {
  const t = useT('instructions');
  const value = facts[name];
  return value === undefined ? (
    <i className={css['unset']}>{t(`unset.${name}`)}</i>
  ) : (
    <b className={css['fact']}>{value}</b>
  );
};

/** A link to a chapter or a screen; plain text for people who may not open it. */
const Jump = ({ link, children }: { link: Extract<Inline, { kind: string }>; children: ReactNode }): ReactNode => {
  const me = useMe();
  if (link.kind === 'chapter') {
    if (!mayRead(me, link.to)) return children;
    const search = { chapter: link.to, ...(link.hash !== '' && { section: link.hash }) };
    return (
      <ScreenLink screen="help.instructions" search={search} className="link">
        {children}
      </ScreenLink>
    );
  }
  const screen: Screen | undefined = screens[link.to as ScreenId];
  if (screen === undefined || !me.permissions.some((one) => one === screen.permission)) return children;
  return (
    <ScreenLink screen={link.to as 'staff.employees'} className="link">
      {children}
    </ScreenLink>
  );
};

const Line = ({ parts, facts }: { parts: readonly Inline[]; facts: InstallationFacts }): ReactNode =>
  parts.map((part, i) => (
    <Fragment key={i}>
      {typeof part === 'string' ? (
        part
      ) : 'ui' in part ? (
        <b className={css['control']}>{part.ui}</b>
      ) : 'fact' in part ? (
        <Fact name={part.fact} facts={facts} />
      ) : 'b' in part ? (
        <b>
          <Line parts={part.b} facts={facts} />
        </b>
      ) : 'code' in part ? (
        <code>
          <Line parts={part.code} facts={facts} />
        </code>
      ) : (
        <Jump link={part}>
          <Line parts={part.c} facts={facts} />
        </Jump>
      )}
    </Fragment>
  ));

/** A text to copy as the person sees it: values of the organisation included. */
const Copy = ({ block, facts }: { block: Extract<Block, { k: 'copy' }>; facts: InstallationFacts }): ReactNode => {
  const t = useT('instructions');
  const text = block.c
    .map((part) => {
      if (typeof part === 'string') return part;
      if ('fact' in part) return facts[part.fact] ?? `<${t(`unset.${part.fact}`)}>`;
      return 'ui' in part ? part.ui : '';
    })
    .join('');
  return (
    <div className={css['copy']} data-plain={block.plain || undefined}>
      <pre>{text}</pre>
      <span className={css['copy-action']}>
        <CopyAction text={text} label={t('copy')} done={t('copied')} />
      </span>
    </div>
  );
};

const Picture = ({ src, alt }: { src: string | undefined; alt: string }): ReactNode =>
  src === undefined ? null : (
    <figure className={css['picture']}>
      <img src={src} alt={alt} width={1280} height={800} loading="lazy" />
      <figcaption>{alt}</figcaption>
    </figure>
  );

const BlockView = ({ block, facts, pictures }: { block: Block } & Around): ReactNode => {
  switch (block.k) {
    case 'p':
      return (
        <p>
          <Line parts={block.c} facts={facts} />
        </p>
      );
    case 'ul':
    case 'ol': {
      const List = block.k;
      return (
        <List>
          {block.items.map((item, i) => (
            <li key={i}>
              <Blocks blocks={item} facts={facts} pictures={pictures} />
            </li>
          ))}
        </List>
      );
    }
    case 'table':
      return (
        <div className={css['table']} tabIndex={0} role="group" aria-label={block.head.map(wordsOf).join(', ')}>
          <table>
            <thead>
              <tr>
                {block.head.map((cell, i) => (
                  <th key={i} scope="col">
                    <Line parts={cell} facts={facts} />
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {block.rows.map((row, i) => (
                <tr key={i}>
                  {row.map((cell, j) => (
                    <td key={j}>
                      <Line parts={cell} facts={facts} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      );
    case 'note':
      return (
        <div role="note" className={css['note']}>
          <Blocks blocks={block.c} facts={facts} pictures={pictures} />
        </div>
      );
    case 'copy':
      return <Copy block={block} facts={facts} />;
    case 'pic':
      return <Picture src={pictures.get(block.name)} alt={block.alt} />;
  }
};

/** The blocks of a section. Only elements known here are drawn; a chapter cannot bring its own HTML. */
export const Blocks = ({ blocks, ...around }: { blocks: readonly Block[] } & Around): ReactNode =>
  blocks.map((block, i) => <BlockView key={i} block={block} {...around} />);
