import { expect, it } from 'vitest'
import { migrations } from './migrate.ts'
import { statementsIn } from './sql-statements.ts'

it('an SQL text is cut where its statements end, and nowhere else', () => {
  expect(statementsIn('select 1; select 2')).toEqual(['select 1;', ' select 2'])
  expect(statementsIn(`select ';', E'\\';', ";" -- a; b\n; /* ; */ do $$ begin; end $$; do $a$ $$ ; $$ $a$;\n-- the end;\n`)).toEqual([
    `select ';', E'\\';', ";" -- a; b\n;`,
    ' /* ; */ do $$ begin; end $$;',
    ' do $a$ $$ ; $$ $a$;',
  ])
  expect(statementsIn(' ; -- nothing\n')).toEqual([])
})

it('every migration falls into statements that begin as statements do', () => {
  for (const { name, sql } of migrations()) {
    const statements = statementsIn(sql)
    expect(statements.join(''), name).toBe(sql.slice(0, statements.join('').length))
    for (const statement of statements)
      expect(statement.replace(/--[^\n]*/g, '').trim(), name).toMatch(/^(create|alter|do|grant|revoke|drop|insert|update|delete|truncate)\b/)
  }
})
