import { expect, it } from 'vitest'
import { implementations } from '#app/operations.ts'
import { Staged } from '#platform/web/implement.ts'

/** These store the bytes, or leave the reading to a job. */
const READ_NOTHING = ['putPart', 'startRun', 'deleteFile']

it('a call that reads a file holds no transaction meanwhile', () => {
  const reading = implementations.filter(
    ({ name, operation: { rawBody, body } }) =>
      !READ_NOTHING.includes(name) && (rawBody === true || (body && 'FileId' in ((body as { shape?: object }).shape ?? {}))),
  )
  expect(reading.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['uploadProductFile', 'importProducts', 'importInvoices', 'importRates', 'importRosters']),
  )
  expect(reading.filter(({ handler }) => !(handler instanceof Staged)).map(({ name }) => name)).toEqual([])
})
