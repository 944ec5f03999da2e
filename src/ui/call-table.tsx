import { type ReactNode, useMemo } from 'react'
import type { AnswerOf, AnyOperation, Column, Table } from '#shared/endpoint.ts'
import type { InputOf } from './api.ts'
import { Beside } from './beside.tsx'
import { DataTable, type Row } from './data-table.tsx'
import type { Target } from './go.tsx'
import { said, useLanguage } from './language.tsx'
import { Failed, Waiting } from './states.tsx'
import { useStoredUser } from './stored-user.ts'
import { useCall } from './use-call.ts'

interface CallTableProps<O extends AnyOperation> {
  /** A report: its table is what is drawn, so that screen and files cannot drift apart. */
  operation: O
  query: Record<string, string>
  title: string
  /** The columns shown, in this order; all of them where none are named. */
  columns?: readonly string[]
  currency: string
  acts?: ReactNode
  /** Where a figure leads. */
  target?: (row: Row | 'totals', column: Column, answer: AnswerOf<O>) => Target | undefined
  /** Drawn under the table, of the same answer. */
  below?: (answer: AnswerOf<O>) => ReactNode
  /** Drawn instead where the answer has nothing in it. */
  empty?: (answer: AnswerOf<O>) => ReactNode | undefined
}

/** A report's rows under a heading, for screens that show several reports together. */
export const CallTable = <O extends AnyOperation>({ operation, query, title, columns, currency, acts, target, below, empty }: CallTableProps<O>) => {
  const { data, error, refetch, isPlaceholderData } = useCall(operation, { query } as unknown as InputOf<O>, { keepLast: true })
  const table = useTable(operation, data, query, columns)
  const nothing = data && empty?.(data)
  return (
    <Beside isStale={isPlaceholderData}>
      <div className="bar-head">
        <h2>{title}</h2>
        {!nothing && acts}
      </div>
      {error ? (
        <Failed error={error} onRetry={() => refetch()} />
      ) : nothing ? (
        nothing
      ) : table && data ? (
        <>
          <DataTable
            table={table}
            caption={title}
            currency={currency}
            rowKey={(row) => `${row.LocationId ?? row.Key} ${row.Period ?? ''}`}
            {...(target ? { target: (row: Row | 'totals', column: Column) => target(row, column, data) } : {})}
            {...(table.beneath?.[0] ? { beneath: table.beneath[0] } : {})}
          />
          {below?.(data)}
        </>
      ) : (
        <Waiting rows={4} />
      )}
    </Beside>
  )
}

/** The rows of an answer in the language on screen. */
export const useTable = <O extends AnyOperation>(
  operation: O,
  answer: AnswerOf<O> | undefined,
  query: Record<string, string>,
  columns?: readonly string[],
): Table | undefined => {
  const speech = useLanguage()
  const venueName = useStoredUser()?.Config?.VenueName ?? ''
  return useMemo(() => {
    if (!answer || !operation.table) return undefined
    // A table is told what was asked as the server reads it: weekdays as numbers, not as the address has them.
    const asked = operation.query?.safeParse(query).data ?? query
    const made = operation.table(answer as never, asked as never, {
      language: speech.language,
      venueName,
      loyaltyName: speech.loyaltyName,
      say: (messages, key, values) => said(messages, speech, key, values),
    })
    return columns ? { ...made, columns: columns.flatMap((name) => made.columns.filter(({ key }) => key === name)) } : made
  }, [operation, answer, query, columns, speech, venueName])
}
