import { useStockText } from '#features/stock/stock-text.part.ts'
import { Docket, Proof } from '#ui/docket.tsx'
import { useSay } from '#ui/language.tsx'
import { Failed, Waiting } from '#ui/states.tsx'
import { useCall } from '#ui/use-call.ts'
import { countCalls } from './counts.contract.ts'
import { countWords } from './counts.messages.ts'
import { VarianceTable } from './variance-table.part.tsx'

/** One committed count: what was counted, what should have been there, and the difference in money. */
export const CountDocket = ({ countId, onClose }: { countId: string; onClose: () => void }) => {
  const say = useSay(countWords)
  const { data, error, refetch } = useCall(countCalls.count, { query: { CountId: countId } as never })
  const text = useStockText(data?.Count.Currency ?? 'AUD')
  const cost = data?.Count.Cost ?? null
  const sum = cost === null ? '–' : text.sum(cost)
  return (
    <Docket title={data?.Count.Section || say('whole')} aside={data && text.at(data.Count.CountedAt, data.Count.LocationId)} onClose={onClose}>
      {error && <Failed error={error} onRetry={() => refetch()} />}
      {!data && !error && <Waiting rows={8} />}
      {data && (
        <>
          <p className="fig">{sum}</p>
          <p className="meta">{say('varianceAtCost')}</p>
          <VarianceTable lines={data.Lines} currency={data.Count.Currency} />
          <Proof holds>{say.count('proof', data.Lines.length, { sum })}</Proof>
          {data.Count.Note && <p className="note">{data.Count.Note}</p>}
        </>
      )}
    </Docket>
  )
}
