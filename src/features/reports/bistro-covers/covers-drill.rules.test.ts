import { expect, it } from 'vitest'
import { readDrill, writeDrill } from '../screen/drill.rules.ts'
import type { CoversAnswer } from './bistro-covers.contract.ts'
import { coversDrill } from './covers-drill.rules.ts'

const counted = (...methods: ('patron' | 'item')[]) => ({ Locations: methods.map((Method, i) => ({ LocationId: i + 1, Method })) }) as unknown as CoversAnswer

it('covers counted by patrons are proven by the receipts of tables, those counted by items in money alone', () => {
  expect(coversDrill(counted('patron', 'item'), 1, 'Covers')).toEqual({ locationId: 1, tables: true, figure: 'Customers' })
  expect(coversDrill(counted('patron', 'item'), 1, 'Net')).toEqual({ locationId: 1, tables: true, figure: 'Net' })
  expect(coversDrill(counted('patron', 'item'), 2, 'Net')).toEqual({ locationId: 2, figure: 'Net' })
  expect(coversDrill(counted('patron', 'item'), 2, 'Covers')).toBeUndefined()
  expect(coversDrill(counted('patron'), 1, 'PerCover')).toBeUndefined()
})

it('over several locations only where all of them count alike', () => {
  expect(coversDrill(counted('patron', 'patron'), undefined, 'Covers')).toEqual({ tables: true, figure: 'Customers' })
  expect(coversDrill(counted('patron', 'item'), undefined, 'Net')).toBeUndefined()
})

it('the address keeps that only tables were asked for', () => {
  const drill = { locationId: 3, tables: true, figure: 'Customers' } as const
  expect(writeDrill(drill)).toBe('loc:3/tables/fig:Customers')
  expect(readDrill(writeDrill(drill))).toEqual(drill)
})
