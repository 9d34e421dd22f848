import { IconBookmark, IconTrash } from '@tabler/icons-react';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useNeeded } from '../forms/needed.ts';
import { useT } from '../i18n/use-t.ts';
import { parseSearch, type Search, stringifySearch } from '../nav/search-params.ts';
import { useAuth } from '../session.ts';
import { Dropdown } from '../ui/dropdown.tsx';
import css from './table.module.css';

/** Filters, search, sorting and page size of a list under a name; `query` is that part of the address. */
type View = { readonly title: string; readonly query: string };
const TITLE_MAX = 60;
const VIEWS_MAX = 20;

const keyOf = (name: string, person: string): string => `sergak.views.${person}.${name}`;
const read = (key: string): readonly View[] => {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '[]') as readonly View[];
  } catch {
    return [];
  }
};
/** The address without the page number: a view begins at its first page. */
const queryOf = ({ page: _, ...search }: Search): string => stringifySearch(search);

/** The views of a list that the person has saved in this browser. */
export default function TableViews({ name }: { name: string }): ReactNode {
  const t = useT('commons');
  const auth = useAuth();
  const key = keyOf(name, auth.status === 'authorised' ? auth.me.id : '');
  const [views, setViews] = useState(() => read(key));
  const [title, setTitle] = useState('');
  const needed = useNeeded(title);
  const navigate = useNavigate();
  const query = queryOf(useLocation({ select: (location) => location.search as Search }));
  const keep = (next: readonly View[]): void => {
    localStorage.setItem(key, JSON.stringify(next));
    setViews(next);
  };
  const save = (event: FormEvent): void => {
    event.preventDefault();
    event.stopPropagation();
    const wanted = title.trim();
    if (!needed.check()) return;
    keep([...views.filter((view) => view.title !== wanted), { title: wanted, query }].slice(-VIEWS_MAX));
    setTitle('');
  };
  return (
    <div className={css['columns-button']}>
      <Dropdown
        label={t('table.views')}
        className={css['icon-button']!}
        button={<IconBookmark size={18} stroke={1.7} aria-hidden />}
      >
        {views.length > 0 && (
          <ul className={css['columns']}>
            {views.map((view) => (
              <li key={view.title}>
                <button
                  type="button"
                  className={css['view']}
                  aria-current={view.query === query ? 'true' : undefined}
                  onClick={() => void navigate({ to: '.', search: parseSearch(view.query), resetScroll: false })}
                >
                  {view.title}
                </button>
                <button
                  type="button"
                  aria-label={t('table.view_remove', { name: view.title })}
                  onClick={() => keep(views.filter((one) => one !== view))}
                >
                  <IconTrash size={16} aria-hidden />
                </button>
              </li>
            ))}
          </ul>
        )}
        <form className={css['view-form']} onSubmit={save}>
          <input
            ref={needed.ref}
            aria-invalid={needed.error !== undefined}
            aria-describedby={needed.error === undefined ? undefined : 'view-needed'}
            aria-label={t('table.view_name')}
            placeholder={t('table.view_name')}
            maxLength={TITLE_MAX}
            value={title}
            onChange={(e) => setTitle(e.currentTarget.value)}
          />
          <button type="submit" className={css['reset']}>
            {t('table.view_save')}
          </button>
          {needed.error !== undefined && (
            <small id="view-needed" className={css['needed']}>
              {needed.error}
            </small>
          )}
        </form>
      </Dropdown>
    </div>
  );
}
