/**
 * A page that shows the shared components with invented data: /lk/gallery.html of the development server. Not part of the
 * build.
 */
import '@fontsource-variable/inter/wght.css';
import '../shared/theme/kit.ts';
import '../app/global.css';
import { Button, MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRootRoute, createRoute, createRouter, Outlet, RouterProvider } from '@tanstack/react-router';
import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { BarChart, FunnelChart } from '../shared/charts/bar-chart.tsx';
import { DonutChart } from '../shared/charts/donut-chart.tsx';
import { LineChart } from '../shared/charts/line-chart.tsx';
import { riskFill } from '../shared/charts/palette.ts';
import { Sparkline } from '../shared/charts/sparkline.tsx';
import { formatPercent } from '../shared/format.ts';
import { initLanguage } from '../shared/i18n/i18n.ts';
import { parseSearch, stringifySearch } from '../shared/nav/search-params.ts';
import { queryClient } from '../shared/query-client.ts';
import { type Column, DataTable } from '../shared/table/data-table.tsx';
import { useListState, useSelection } from '../shared/table/list-state.ts';
import { cssVariables, makeTheme } from '../shared/theme/theme.ts';
import { showToast } from '../shared/toasts.ts';
import { ColorBadge, RiskBadge, ShareBar, StatusBadge, TagBadge } from '../shared/ui/badges.tsx';
import { ConfirmDialog } from '../shared/ui/confirm-dialog.tsx';
import { DateTimePicker } from '../shared/ui/date-time-picker.tsx';
import { FileDrop } from '../shared/ui/file-drop.tsx';
import { PageHead } from '../shared/ui/page-head.tsx';
import { Progress } from '../shared/ui/progress.tsx';
import { Facts, Grid, Section } from '../shared/ui/section.tsx';
import { StatTile } from '../shared/ui/stat-tile.tsx';
import { Toaster } from '../shared/ui/toaster.tsx';

type Person = {
  id: string;
  name: string;
  position: string;
  department: string;
  risk: number | null;
  progress: number;
  tag: string;
};
const names = [
  'Орлова Ирина Игоревна',
  'Усманова Бахтиёра Олеговна',
  'Мирзаева Дилноза Анваровна',
  'Константинопольская Александра Константиновна',
  'Ким Павел',
];
const people: Person[] = Array.from({ length: 20 }, (_, i) => ({
  id: String(i),
  name: names[i % 5]!,
  position: i % 3 === 0 ? 'Ведущий специалист по информационной безопасности' : 'Бухгалтер',
  department: i % 2 === 0 ? 'Юридический отдел' : 'Управление по работе с персоналом',
  risk: i === 3 ? null : ((i * 37) % 101) / 10,
  progress: (i * 23) % 101,
  tag: i % 4 === 0 ? 'Новый сотрудник' : '',
}));
const columns: readonly Column<Person>[] = [
  {
    id: 'name',
    title: 'Сотрудник',
    sort: 'NAME',
    always: true,
    phone: 'title',
    cell: (row) => (
      <>
        <a href="#person" className="link">
          {row.name}
        </a>
        <br />
        <span className="quiet" style={{ fontSize: 12 }}>
          {row.position}
        </span>
      </>
    ),
  },
  { id: 'department', title: 'Отдел', sort: 'DEPARTMENT', cell: (row) => row.department },
  {
    id: 'tags',
    title: 'Теги',
    phone: 'off',
    cell: (row) => row.tag !== '' && <TagBadge color="#A259FF">{row.tag}</TagBadge>,
  },
  { id: 'risk', title: 'Риск', sort: 'RISK_LEVEL', phone: 'side', cell: (row) => <RiskBadge level={row.risk} /> },
  {
    id: 'progress',
    title: 'Обучение',
    sort: 'PROGRESS',
    cell: (row) => <ShareBar value={row.progress} label={formatPercent(row.progress)} />,
  },
];
const options = { sort: 'RISK_LEVEL', filters: { role: [] as readonly string[] } } as const;
const answer = { isPending: false, isError: false, refetch: () => null };

const List = (): ReactNode => {
  const state = useListState(options);
  const selection = useSelection(487);
  return (
    <>
      <PageHead
        title="Сотрудники"
        count={487}
        trail={[
          <a key="a" href="#staff">
            Персонал
          </a>,
        ]}
        actions={<Button leftSection={<IconPlus size={16} />}>Добавить</Button>}
      />
      <DataTable
        name="gallery"
        label="Сотрудники"
        columns={columns}
        rows={people}
        total={487}
        rowId={(row) => row.id}
        rowName={(row) => row.name}
        query={answer}
        state={state}
        search={{ placeholder: 'Имя, фамилия или почта' }}
        selection={selection}
        onRow={() => showToast({ kind: 'info', text: 'Строка открыта' })}
        filters={{
          form: <p>Поля фильтров</p>,
          chips: [{ key: 'a', label: 'Роль: оператор', onRemove: () => null }],
          onReset: state.resetFilters,
        }}
        bulk={
          <>
            <Button variant="default">Выгрузить</Button>
            <Button color="red">Удалить</Button>
          </>
        }
        empty={{ title: 'Пусто' }}
      />
    </>
  );
};

const days = Array.from({ length: 30 }, (_, i) => `${String(i + 1).padStart(2, '0')}.11`);
const Parts = (): ReactNode => {
  const [date, setDate] = useState<Date | null>(new Date(2026, 10, 21, 14, 30));
  const [file, setFile] = useState<File | null>(null);
  const [ask, setAsk] = useState(false);
  return (
    <>
      <PageHead
        title="Общая статистика"
        hint="Риск снижается третью неделю подряд."
        badge={<StatusBadge tone="active">Активна</StatusBadge>}
      />
      <Grid min={240}>
        <StatTile label="Уровень риска" value="4,2" change={-0.6} better="down" hint="Цель: 4,0" />
        <StatTile label="Прогресс обучения" value="72 %" change={5} unit=" %" />
        <StatTile label="Вероятность инцидента" value="18 %" change={2} better="down" unit=" %" />
        <StatTile
          label="Сотрудники"
          value="487"
          hint={<Sparkline values={[3, 5, 4, 6, 8, 7, 9]} label="Рост с 3 до 9" />}
        />
      </Grid>
      <div style={{ height: 16 }} />
      <Grid min={440}>
        <LineChart
          title="Динамика риска"
          labels={days}
          target={4}
          max={10}
          series={[
            { figure: 'risk_level_daily', name: 'Риск', values: days.map((_, i) => 6.5 - i * 0.07 + Math.sin(i / 3)) },
          ]}
        />
        <DonutChart
          title="Группы риска"
          center="сотрудников"
          slices={[
            { figure: 'people_low', name: 'Низкий', value: 214, color: riskFill.green },
            { figure: 'people_middle', name: 'Средний', value: 187, color: riskFill.yellow },
            { figure: 'people_high', name: 'Высокий', value: 86, color: riskFill.red },
          ]}
        />
        <FunnelChart
          title="Последняя рассылка"
          hint="12.11–19.11, 3 письма"
          of={1260}
          steps={[
            { figure: 'campaign_sent', name: 'Отправлено', value: 1240 },
            { figure: 'campaign_opened', name: 'Открыли', value: 812 },
            { figure: 'campaign_clicked', name: 'Перешли', value: 236 },
            { figure: 'campaign_entered_data', name: 'Ввели данные', value: 94, color: riskFill.red },
          ]}
        />
        <BarChart
          title="Обучение по отделам"
          max={100}
          format={(v) => formatPercent(v)}
          bars={['Бухгалтерия', 'Юридический отдел', 'Управление персоналом'].map((name, i) => ({
            figure: 'learning_progress',
            name,
            value: 80 - i * 17,
          }))}
        />
        <LineChart
          title="Две линии"
          labels={days}
          series={[
            { figure: 'campaign_opened', name: 'Открыли', values: days.map((_, i) => 20 + i) },
            { figure: 'campaign_clicked', name: 'Перешли', values: days.map((_, i) => (i > 25 ? null : 10 + i / 2)) },
          ]}
        />
        <LineChart
          title="Ещё нет данных"
          labels={days}
          series={[{ figure: 'risk_level_daily', name: 'Риск', values: days.map(() => null) }]}
        />
      </Grid>
      <div style={{ height: 16 }} />
      <Grid min={440}>
        <Section
          title="Поля"
          actions={
            <Button variant="default" onClick={() => setAsk(true)}>
              Удалить
            </Button>
          }
        >
          <DateTimePicker
            label="Начало рассылки"
            value={date}
            onChange={setDate}
            required
            clearable
            min={new Date(2026, 10, 10, 9, 20)}
          />
          <div style={{ height: 16 }} />
          <FileDrop
            label="Перетащите файл или выберите его"
            accept={['.xlsx', '.csv']}
            maxBytes={10_000_000}
            file={file}
            onFile={setFile}
          />
        </Section>
        <Section title="Состояния">
          <Progress label="Импорт сотрудников" done={312} total={487} />
          <div style={{ display: 'flex', gap: 8, flexWrap: 'wrap', margin: '20px 0' }}>
            {[2, 5.5, 9.1, null].map((level) => (
              <RiskBadge key={level} level={level} word />
            ))}
            {(['neutral', 'active', 'good', 'warning', 'bad', 'planned'] as const).map((tone) => (
              <StatusBadge key={tone} tone={tone}>
                {tone}
              </StatusBadge>
            ))}
            <ColorBadge color="yellow">Отстаёт</ColorBadge>
          </div>
          <Facts
            items={[
              ['Отдел', 'Бухгалтерия'],
              ['Почта', 'anna@romashka.example'],
            ]}
          />
          <Button
            mt="md"
            onClick={() => showToast({ kind: 'error', text: 'Произошла ошибка сервера', details: 'status: 500' })}
          >
            Показать ошибку
          </Button>
        </Section>
      </Grid>
      <ConfirmDialog
        opened={ask}
        title="Удалить 12 сотрудников?"
        action="Удалить 12 сотрудников"
        sure="Я понимаю, что это нельзя отменить"
        onConfirm={() => setAsk(false)}
        onClose={() => setAsk(false)}
      >
        Их результаты останутся в отчётах без имён.
      </ConfirmDialog>
    </>
  );
};

const Page = (): ReactNode => (
  <main style={{ padding: '28px 32px', maxWidth: 1176, margin: '0 auto' }}>
    {location.hash === '#list' ? <List /> : <Parts />}
  </main>
);
const root = createRootRoute({ component: Outlet });
const router = createRouter({
  routeTree: root.addChildren([createRoute({ getParentRoute: () => root, path: '/lk/gallery.html', component: Page })]),
  parseSearch,
  stringifySearch,
});
await initLanguage('ru');
createRoot(document.getElementById('root')!).render(
  <MantineProvider
    theme={makeTheme('#3dbc87')}
    cssVariablesResolver={cssVariables('#A259FF')}
    defaultColorScheme="auto"
  >
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <Toaster />
    </QueryClientProvider>
  </MantineProvider>,
);
