import type { StaffDatabase } from './staff-database.ts';

/** Number of departments on each level of the tree. */
export const LEVELS = [10, 50, 250, 750, 1_500, 2_440];

/** Adds departments on six levels with people in all of them, from a fixed seed. */
export const fillTree = async ({ platform, organizationId }: StaffDatabase, people: number): Promise<void> => {
  const client = await platform.db.owner.connect();
  try {
    await client.query(`select set_config('app.org', $1, false), setseed(0.42)`, [organizationId]);
    await client.query(`insert into departments (title) select 'Дирекция ' || n from generate_series(1, $1) n`, [
      LEVELS[0],
    ]);
    const names = ['Дирекция', 'Управление', 'Служба', 'Отдел', 'Сектор', 'Группа'];
    for (let level = 1; level < LEVELS.length; level++)
      await client.query(
        `with above as (select id, row_number() over (order by id) as n, count(*) over () as all_of_them from departments where title like $1 || ' %')
         insert into departments (title, parent_id)
         select $2 || ' ' || g.n, a.id from generate_series(1, $3::int) g (n) join above a on a.n = 1 + g.n % a.all_of_them`,
        [names[level - 1], names[level], LEVELS[level]],
      );
    await client.query(
      `insert into employees (department_id, email, last_name, first_name, middle_name, position, is_registered)
       select d.ids[1 + floor(random() * array_length(d.ids, 1))::int], 'person' || n || '@zavod.test',
         (array['Абдуллаева','Бекназаров','Каримов','Юсупова','Ёлкина','Иванов','Саидов','Рахимова','Хакимов','Ли'])[1 + floor(random() * 10)::int] || chr(1072 + n % 32),
         (array['Анна','Тимур','Нигора','Олег','Лола','Бахтиёр'])[1 + floor(random() * 6)::int], 'Отчество' || n % 977, 'Специалист', random() < 0.8
       from generate_series(1, $1) n, (select array_agg(id) as ids from departments) d`,
      [people],
    );
    await client.query(
      `insert into tag_employees (tag_id, employee_id) select t.id, e.id from employees e join tags t on t.type = 'newbie' where random() < 0.1`,
    );
    await client.query('vacuum (analyze)');
  } finally {
    client.release(true);
  }
};
