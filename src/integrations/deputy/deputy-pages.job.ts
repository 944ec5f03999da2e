import type * as z from 'zod/mini'
import { ProviderTrouble } from '#integrations/link-provider.adapter.ts'
import type { AccountReading } from '#integrations/read-account.job.ts'
import type { ProviderSettings } from '#platform/settings.ts'
import { type Condition, type Install, pageOf } from './deputy-api.adapter.ts'
import { ROWS_A_PAGE } from './deputy-rows.adapter.ts'
import type { Page, UnreadableRows } from './unreadable-rows.rules.ts'

/** What is read in one go; what is left is read by the next job. */
export const MOST_PAGES = 400

/** A customer's server that is being read. */
export interface Server {
  reading: AccountReading
  settings: ProviderSettings
  install: Install
  /** What cannot be read is left out and noted: one row of thousands keeps the others from nothing. */
  unreadable: UnreadableRows
}

/** Everything of a kind, page by page, each beginning after the last id of the one before. @throws ProviderTrouble for a list without end */
export async function* pagesOf<S extends z.ZodMiniType<{ Id: number }>>(
  { settings, install, unreadable }: Omit<Server, 'reading'>,
  kind: string,
  shape: S,
  search: readonly Condition[],
  after = 0,
): AsyncGenerator<Page<z.output<S>>> {
  for (let last = after, pages = 0; ; pages += 1) {
    const page = await pageOf(settings, install, kind, shape, [...search, { field: 'Id', type: 'gt', data: last }])
    if (page.count > 0 && (page.last <= last || pages > MOST_PAGES)) throw new ProviderTrouble('endless')
    unreadable.meet(kind, page)
    yield page
    if (page.count < ROWS_A_PAGE) return
    last = page.last
  }
}

/** All that a question finds. */
export const allOf = async <S extends z.ZodMiniType<{ Id: number }>>(
  server: Omit<Server, 'reading'>,
  kind: string,
  shape: S,
  search: readonly Condition[] = [],
) => {
  const all: Pick<Page<z.output<S>>, 'rows' | 'unreadable'> = { rows: [], unreadable: [] }
  for await (const page of pagesOf(server, kind, shape, search)) {
    all.rows.push(...page.rows)
    all.unreadable.push(...page.unreadable)
  }
  return all
}

/** All there are of a kind. */
export const wholeOf = async <S extends z.ZodMiniType<{ Id: number }>>(server: Omit<Server, 'reading'>, kind: string, shape: S): Promise<z.output<S>[]> => {
  const { rows } = await allOf(server, kind, shape)
  server.unreadable.readWhole(kind)
  return rows
}
