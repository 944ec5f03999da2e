import { expect, it } from 'vitest'
import { newQueryClient } from './use-call.ts'

it('a change makes every answer old, whatever it was about, and one that failed makes none', async () => {
  const queries = newQueryClient()
  const send = (mutationFn: () => Promise<unknown>) => queries.getMutationCache().build(queries, { mutationFn }).execute(undefined)
  const isOld = () => queries.getQueryState(['1', 'GET /reports/plu-purchases'])?.isInvalidated
  queries.setQueryData(['1', 'GET /reports/plu-purchases'], { Rows: [] })
  await expect(send(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
  expect(isOld()).toBe(false)
  await send(() => Promise.resolve({}))
  expect(isOld()).toBe(true)
})
