import { describe, expect, it } from 'vitest'
import { METHODS } from '#features/till/till.rules.ts'
import { accountComplaints, usualAccounts } from './accounts.rules.ts'
import { fileText, xeroFiles } from './file-forms.rules.ts'
import { journalAccounts } from './journal-accounts.contract.ts'
import { type DayFigures, type DepartmentSums, LINE_KINDS, linesOf, sum } from './journal-lines.rules.ts'
import { differenceBetween, type PostedLine } from './posted.rules.ts'

/** Numbers that look like chance and are the same each time. */
const randomOf = (seed: number) => {
  let state = seed * 2_654_435_761 + 12_345
  return (least: number, most: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return least + (state % (most - least + 1))
  }
}

const departmentOf = (random: ReturnType<typeof randomOf>, key: number): DepartmentSums => {
  const [gross, promotion, discount, refund, surcharge] = [random(0, 90_000), random(0, 9000), random(0, 9000), random(0, 70_000), random(-500, 900)]
  const amount = gross - promotion - discount - refund + surcharge
  const tax = random(0, 3) === 0 ? random(-9000, 9000) : Math.round(amount / 11)
  return { key, name: `Department ${key}`, gross, promotion, discount, refund, surcharge, amount, tax }
}

const dayOf = (seed: number): DayFigures => {
  const random = randomOf(seed)
  const departments = Array.from({ length: random(0, 6) }, (_, i) => departmentOf(random, i + 1))
  const [nonSales, tips, rounding] = [random(-5000, 9000), random(0, 3000), random(-9, 9)]
  const takings = sum(departments.map(({ amount }) => amount)) + nonSales + tips + rounding
  const card = random(-20_000, 60_000)
  return {
    departments,
    nonSales,
    tips,
    rounding,
    media: [
      { key: 1, name: 'Cash', method: 'Cash', net: takings - card, cashOut: 0 },
      { key: 2, name: 'Visa', method: 'Card', net: card, cashOut: random(0, 5000) },
    ],
    variances: METHODS.slice(0, random(0, 3)).map((method) => ({ method, variance: random(-3000, 3000) })),
  }
}

const SEEDS = Array.from({ length: 1000 }, (_, i) => i + 1)

describe('the journal of a day', () => {
  it('adds up to zero to the cent, whatever was sold, and its lines are whole cents', () => {
    for (const seed of SEEDS) {
      const lines = linesOf(dayOf(seed))
      expect([seed, sum(lines.map(({ amount }) => amount))]).toEqual([seed, 0])
      expect(lines.every(({ amount, tax }) => Number.isInteger(amount) && Number.isInteger(tax))).toBe(true)
    }
  })

  it('has the tax of every department, shared out among its lines', () => {
    for (const seed of SEEDS) {
      const day = dayOf(seed)
      const lines = linesOf(day)
      const tax = sum(day.departments.map((one) => one.tax))
      expect([seed, -sum(lines.filter(({ kind }) => kind === 'Tax').map(({ amount }) => amount)) + 0]).toEqual([seed, tax])
      expect([seed, -sum(lines.map((line) => line.tax)) + 0]).toEqual([seed, tax])
    }
  })

  it('takes the tax off discounts by the rate of their department', () => {
    const department = { key: 1, name: 'Bar', gross: 11_000, promotion: 0, discount: 1100, refund: 0, surcharge: 0, amount: 9900, tax: 900 }
    const lines = linesOf({
      departments: [department],
      nonSales: 0,
      tips: 0,
      rounding: 0,
      media: [{ key: 1, name: 'Cash', method: 'Cash', net: 9900, cashOut: 0 }],
      variances: [],
    })
    expect(lines.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['Sales', -10_000],
      ['Discounts', 1000],
      ['Tax', -900],
      ['Media', 9900],
    ])
  })
})

const posted = (lines: ReturnType<typeof linesOf>): PostedLine[] => lines.map((line) => ({ ...line, account: { Code: '1', Name: 'One', TaxRate: '' } }))

it('a correction added to what was exported is the day as it is now, and balances', () => {
  for (const seed of SEEDS.slice(0, 300)) {
    const [before, now] = [posted(linesOf(dayOf(seed))), posted(linesOf(dayOf(seed + 5000)))]
    const difference = differenceBetween(before, now)
    const of = (lines: readonly PostedLine[], kind: string) => sum(lines.filter((line) => line.kind === kind).map(({ amount }) => amount))
    for (const kind of ['Sales', 'Tax', 'Media', 'OverShort']) expect(of(before, kind) + of(difference, kind)).toBe(of(now, kind))
    expect(sum(difference.map(({ amount }) => amount))).toBe(0)
    expect(differenceBetween(now, now)).toEqual([])
    for (const lines of [before, difference]) {
      const places = lines.map(({ kind }) => LINE_KINDS.indexOf(kind))
      expect(places, 'in the order of a journal').toEqual(places.toSorted((one, other) => one - other))
    }
  }
})

it('the accounts everybody begins with are in order', () => {
  const countries = [
    { taxName: 'GST', country: 'AU' },
    { taxName: '消費税', country: 'JP' },
    { taxName: 'VAT', country: 'DE' },
  ].map(usualAccounts)
  expect(countries.flatMap(accountComplaints)).toEqual([])
  expect(countries.map(({ Kinds }) => [Kinds.Tax.Name, Kinds.OverShort.Name, Kinds.Tax.TaxRate])).toEqual([
    ['GST collected', 'Cash over and short', 'BAS Excluded'],
    ['仮受消費税', '現金過不足', '対象外'],
    ['VAT collected', 'Cash over and short', 'Tax Exempt'],
  ])
})

describe('files', () => {
  const journal = (n: number, lines: number) => ({
    no: `DB${n}`,
    day: '2026-11-09',
    currency: 'USD',
    narration: `Journal ${n}`,
    lines: Array.from({ length: lines }, (_, i) => ({ code: '1', account: 'One', taxRate: '', text: 'Line', amount: i % 2 === 0 ? 5 : -5 })),
  })

  it('for Xero hold at most 300 lines and never part of a journal', () => {
    const journals = [journal(1, 150), journal(2, 150), journal(3, 1), journal(4, 299), journal(5, 1)]
    expect(xeroFiles(journals).map((file) => file.map(({ no }) => no))).toEqual([['DB1', 'DB2'], ['DB3', 'DB4'], ['DB5']])
    expect(fileText('Xero', journals, 3).split('\r\n')).toHaveLength(3)
  })

  it('write dates as the program of that country reads them, and amounts with all their decimals', () => {
    expect(fileText('QuickBooks', [journal(1, 1)])).toContain('DB1,11/09/2026,One,0.05,,Line,')
    expect(fileText('QuickBooks', [{ ...journal(1, 1), currency: 'JPY' }])).toContain('DB1,09/11/2026,One,5,,Line,')
  })

  it('keep spreadsheets from computing the narration', () => {
    const formula = { ...journal(1, 1), narration: '=1+1' }
    expect(fileText('Xero', [formula])).toContain("'=1+1,")
    expect(fileText('Myob', [formula])).toContain("\t'=1+1\t")
  })

  it('take no account that a spreadsheet computes, since nothing can stand before its name', () => {
    const taken = (Name: string) =>
      journalAccounts.changeJournalAccounts.body?.safeParse({ Accounts: { Kinds: { Tips: { Code: '1', Name, TaxRate: '' } } } })?.success
    expect([taken('Tips'), taken('現金'), taken('=1+1'), taken('\u3164=1+1'), taken('\uffa0@cmd')]).toEqual([true, true, false, false, false])
  })

  it('for MYOB part entries by an empty line and keep tabs out of texts', () => {
    const odd = { ...journal(2, 1), narration: 'Two\tthree' }
    expect(fileText('Myob', [journal(1, 1), odd]).split('\r\n')).toEqual([
      'Journal Number\tDate\tMemo\tAccount Number\tDebit Amount\tCredit Amount\tJob\tAllocation Memo',
      'DB1\t09/11/2026\tJournal 1\t1\t0.05\t\t\tLine',
      '',
      'DB2\t09/11/2026\tTwo three\t1\t0.05\t\t\tLine',
      '',
    ])
  })
})
