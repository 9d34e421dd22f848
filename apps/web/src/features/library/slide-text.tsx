import { Fragment, type ReactNode, useId } from 'react';
import type {
  SlideBlock,
  SlideChoice,
  SlideDoc,
  SlideInline,
  SlideVideo,
} from '@sergak/contract/library/slide-doc.schema.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import css from './slide.module.css';

const inline = (node: SlideInline, key: number): ReactNode => {
  if (node.type === 'hardBreak') return <br key={key} />;
  const marked = (node.marks ?? []).reduce<ReactNode>((shown, mark) => {
    if (mark.type === 'bold') return <strong>{shown}</strong>;
    if (mark.type === 'italic') return <em>{shown}</em>;
    if (mark.type === 'underline') return <u>{shown}</u>;
    if (mark.type !== 'link') return <code>{shown}</code>;
    return (
      <a href={mark.attrs.href} target="_blank" rel="noopener noreferrer">
        {shown}
      </a>
    );
  }, node.text);
  return <Fragment key={key}>{marked}</Fragment>;
};
const inlines = (content: readonly SlideInline[] | undefined): ReactNode => (content ?? []).map(inline);
const blocks = (content: readonly SlideBlock[]): ReactNode =>
  content.map((one, key) => <Block key={key} block={one} />);

/** A video with its captions switched on and its transcript below. */
const Video = ({ path, title, captions, transcript = '' }: SlideVideo): ReactNode => {
  const t = useT('library');
  return (
    <figure className={css['video']}>
      {/* A video without captions has a transcript. */}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
      <video src={path} title={title} controls preload="metadata">
        {captions !== undefined && <track kind="captions" src={captions} label={t('slide.captions')} default />}
      </video>
      {transcript !== '' && (
        <details className={css['transcript']}>
          <summary>{t('audio.transcript')}</summary>
          <p>{transcript}</p>
        </details>
      )}
    </figure>
  );
};

/** What a learner may do in a scene; opening one choice closes the others. */
const Choice = ({ choice, group }: { choice: SlideChoice; group: string }): ReactNode => {
  const t = useT('library');
  const { title, good } = choice.attrs;
  return (
    <details name={group} className={css['choice']} data-good={good || undefined}>
      <summary>{title}</summary>
      <p className={css['verdict']}>{t(good ? 'slide.choice_good' : 'slide.choice_other')}</p>
      {blocks(choice.content)}
    </details>
  );
};

const Scene = ({ block }: { block: Extract<SlideBlock, { type: 'scene' }> }): ReactNode => {
  const group = useId();
  return (
    <div className={css['scene']}>
      {block.content.map((part, key) =>
        part.type === 'choice' ? (
          <Choice key={key} choice={part} group={group} />
        ) : (
          <p key={key}>{inlines(part.content)}</p>
        ),
      )}
    </div>
  );
};

const Block = ({ block }: { block: SlideBlock }): ReactNode => {
  switch (block.type) {
    case 'paragraph':
      return <p>{inlines(block.content)}</p>;
    case 'heading':
      return block.attrs.level === 3 ? <h3>{inlines(block.content)}</h3> : <h4>{inlines(block.content)}</h4>;
    case 'bulletList':
    case 'orderedList': {
      const items = block.content.map((item, key) => <li key={key}>{blocks(item.content)}</li>);
      return block.type === 'bulletList' ? <ul>{items}</ul> : <ol>{items}</ol>;
    }
    case 'blockquote':
      return <blockquote>{blocks(block.content)}</blockquote>;
    case 'callout':
      return (
        <div className={css['callout']} data-tone={block.attrs.tone}>
          {blocks(block.content)}
        </div>
      );
    case 'reveal':
      return (
        <details className={css['reveal']}>
          <summary>{block.attrs.title}</summary>
          {blocks(block.content)}
        </details>
      );
    case 'scene':
      return <Scene block={block} />;
    case 'columns':
      return (
        <div className={css['columns']}>
          {block.content.map((column, key) => (
            <div key={key}>{blocks(column.content)}</div>
          ))}
        </div>
      );
    case 'table':
      return (
        <table>
          <tbody>
            {block.content.map((row, key) => (
              <tr key={key}>
                {row.content.map((cell, index) => {
                  const Cell = cell.type === 'tableHeader' ? 'th' : 'td';
                  return (
                    <Cell key={index} colSpan={cell.attrs?.colspan} rowSpan={cell.attrs?.rowspan}>
                      {blocks(cell.content)}
                    </Cell>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      );
    case 'image':
      return (
        <img src={block.attrs.path} alt={block.attrs.alt} width={block.attrs.width} loading="lazy" decoding="async" />
      );
    case 'video':
      return <Video {...block.attrs} />;
  }
};

/** The text of a slide. */
export const SlideText = ({ doc }: { doc: SlideDoc }): ReactNode => (
  <div className={css['doc']}>{blocks(doc.content)}</div>
);
