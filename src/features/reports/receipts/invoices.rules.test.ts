import { expect, it } from 'vitest'
import { sharedNumbers } from './invoices.rules.ts'

it('a number of receipts of several tills is shared, and one of several revisions at one till is not', () => {
  const receipt = (Receipt: string, Terminal: string, LocationId = 1) => ({ Receipt, Terminal, LocationId })
  const listed = [receipt('0001', 'B1'), receipt('0001', 'B2'), receipt('0002', 'B1'), receipt('0002', 'B1'), receipt('0003', 'B1'), receipt('0003', 'B1', 2)]
  expect([...sharedNumbers(listed)]).toEqual(['0001', '0003'])
})
