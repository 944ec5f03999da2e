import { expect, it } from 'vitest'
import { Sale } from '#features/intake/sale.contract.ts'
import { handSale, withOffset } from './first-sale.rules.ts'

const asked = { origin: 'https://daybook.example', key: 'dbk_secret', closedAt: '2026-11-26T09:42:11+11:00', currency: 'AUD', item: 'Flat white' }
const saleIn = (command: string): { SaleId?: string } => JSON.parse(/-d '([^']+)'/.exec(command)?.[1] ?? '').Sales[0]

it('the commands send what a till sends: a sale, and its void', () => {
  const { sell, takeBack } = handSale(asked)
  for (const command of [sell, takeBack]) {
    expect(command).toMatch(/^curl https:\/\/daybook\.example\/api\/pos\/v1\/sales \\\n {2}-H "Authorization: Bearer dbk_secret"/)
    expect(Sale.safeParse(saleIn(command))).toMatchObject({ success: true })
  }
  expect(saleIn(takeBack)).toMatchObject({ Type: 'Void', OriginalSaleId: saleIn(sell).SaleId })
})

it('no name of an item ends the text it stands in', () => {
  expect(saleIn(handSale({ ...asked, item: "Baker's roll" }).sell)).toMatchObject({ Lines: [{ Name: 'Baker’s roll' }] })
})

it.each([-660, 0, 210])('a moment %i minutes west of UTC is the same moment as a till writes it', (minutes) => {
  const at = new Date('2026-11-25T22:42:11Z')
  at.getTimezoneOffset = () => minutes
  expect(withOffset(at)).toMatch(/^2026-11-2[56]T\d\d:\d\d:11[+-]\d\d:\d\d$/)
  expect(new Date(withOffset(at)).toISOString()).toBe('2026-11-25T22:42:11.000Z')
})
