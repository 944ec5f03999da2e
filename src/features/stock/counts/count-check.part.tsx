import { useEffect } from 'react'
import { useStockText } from '#features/stock/stock-text.part.ts'
import { useSay } from '#ui/language.tsx'
import { Failed, Waiting } from '#ui/states.tsx'
import { useSend } from '#ui/use-call.ts'
import { countCalls } from './counts.contract.ts'
import { countWords } from './counts.messages.ts'
import { VarianceTable } from './variance-table.part.tsx'

interface Props {
  locationId: number
  countedAt: string
  lines: readonly { Plu: string; Quantity: number }[]
}

/** What the count differs by, asked before it is committed. */
export const CountCheck = ({ locationId, countedAt, lines }: Props) => {
  const say = useSay(countWords)
  const check = useSend(countCalls.checkCount, { quiet: true })
  const { mutate } = check
  const asked = JSON.stringify({ LocationId: locationId, ...(countedAt ? { CountedAt: countedAt } : {}), Lines: lines })
  useEffect(() => mutate({ body: JSON.parse(asked) as never }), [mutate, asked])
  const text = useStockText(check.data?.Currency ?? 'AUD')
  if (check.error) return <Failed error={check.error} onRetry={() => mutate({ body: JSON.parse(asked) as never })} />
  if (!check.data) return <Waiting rows={8} />
  const { Lines, Cost, Currency } = check.data
  const odd = Lines.filter(({ Variance }) => Variance !== null && Variance !== 0)
  const isFirst = Lines.every(({ Expected }) => Expected === null)
  return (
    <>
      <h1>{odd.length > 0 ? say.count('differ', odd.length) : say(isFirst ? 'firstTime' : 'allAgree')}</h1>
      <p>{odd.length > 0 && Cost !== null && say(Cost < 0 ? 'shortBy' : 'overBy', { sum: text.sum(Math.abs(Cost)) })}</p>
      <VarianceTable lines={Lines} currency={Currency} />
      <p className="note">{say('checkHint')}</p>
    </>
  )
}
