import { useState } from 'react'
import { useStockText } from '#features/stock/stock-text.part.ts'
import { Icon } from '#ui/icon.tsx'
import { useSay } from '#ui/language.tsx'
import { Empty, Failed, Waiting } from '#ui/states.tsx'
import { toast } from '#ui/toast.tsx'
import { useCall, useSend } from '#ui/use-call.ts'
import { CountCheck } from './count-check.part.tsx'
import { CountLines } from './count-lines.part.tsx'
import { countCalls } from './counts.contract.ts'
import { countWords } from './counts.messages.ts'
import styles from './counts.module.css'
import { useStockDraft } from './use-stock-draft.part.ts'

interface Props {
  place: { LocationId: number; Name: string }
  onEnd: () => void
}

/** A count by hand: a section at a time, kept on the device, and what it differs by before it is committed. */
export const CountStock = ({ place, onEnd }: Props) => {
  const say = useSay(countWords)
  const [section, setSection] = useState<string>()
  const [checking, setChecking] = useState(false)
  const { data, error, refetch } = useCall(countCalls.stockCountSheet, { query: { LocationId: String(place.LocationId) } as never })
  const { draft, change, clear } = useStockDraft(place.LocationId)
  const text = useStockText('AUD')
  const counted = Object.keys(draft.quantities).length
  const commit = useSend(countCalls.commitCount, {
    quiet: true,
    onDone: ({ Count }) => {
      clear()
      toast.success(say.count('committed', Count.Products))
      onEnd()
    },
  })
  const lines = Object.entries(draft.quantities).map(([Plu, Quantity]) => ({ Plu, Quantity }))
  const sections = [...new Set(data?.Products.map(({ Section }) => Section))]
  return (
    <div className={styles.screen}>
      <header className={styles.top}>
        <button
          type="button"
          aria-label={say('back')}
          onClick={() => (checking ? setChecking(false) : section === undefined ? onEnd() : setSection(undefined))}
        >
          <Icon name="close" />
        </button>
        <p>
          <b>{checking ? say('checkTitle') : section === undefined ? say('countTitle') : section || say('unassigned')}</b>
          <small>{place.Name}</small>
        </p>
      </header>
      <div className={styles.body}>
        {error && <Failed error={error} onRetry={() => refetch()} />}
        {!data && !error && <Waiting rows={8} />}
        {data && data.Products.length === 0 && <Empty title={say('nothingToCount')} />}
        {data && checking && <CountCheck locationId={place.LocationId} countedAt={draft.savedAt} lines={lines} />}
        {data && !checking && section === undefined && (
          <ul className={styles.sections}>
            {sections.map((name) => {
              const own = data.Products.filter(({ Section }) => Section === name)
              const done = own.filter(({ Plu }) => draft.quantities[Plu] !== undefined).length
              return (
                <li key={name}>
                  <button type="button" onClick={() => setSection(name)}>
                    <b>{name || say('unassigned')}</b>
                    <span>{say('doneOf', { done, all: own.length })}</span>
                  </button>
                </li>
              )
            })}
          </ul>
        )}
        {data && !checking && section !== undefined && (
          <CountLines
            products={data.Products.filter(({ Section }) => Section === section)}
            quantities={draft.quantities}
            onCount={(plu, quantity) => change(plu, quantity)}
          />
        )}
      </div>
      <footer className={styles.foot}>
        {commit.error && <Failed error={commit.error} />}
        <p>
          {counted === 0 ? say('nothingYet') : say.count('countedSoFar', counted)}
          {draft.savedAt && <small>{say('keptHere', { at: text.at(draft.savedAt, place.LocationId) })}</small>}
        </p>
        {checking ? (
          <button
            type="button"
            className="btn primary"
            disabled={commit.isPending}
            aria-busy={commit.isPending}
            onClick={() =>
              commit.mutate({
                body: {
                  LocationId: place.LocationId,
                  Number: draft.number,
                  CountedAt: draft.savedAt || undefined,
                  Section: sectionsCounted(data?.Products ?? [], draft.quantities),
                  Lines: lines,
                },
              })
            }
          >
            {say.count('commit', counted)}
          </button>
        ) : section !== undefined ? (
          <button type="button" className="btn primary" onClick={() => setSection(undefined)}>
            {say('sectionDone')}
          </button>
        ) : (
          <button type="button" className="btn primary" disabled={counted === 0} onClick={() => setChecking(true)}>
            {say('check')}
          </button>
        )}
      </footer>
    </div>
  )
}

/** The names of the sections something was counted of. */
const sectionsCounted = (products: readonly { Plu: string; Section: string }[], quantities: Readonly<Record<string, number>>): string =>
  [...new Set(products.flatMap(({ Plu, Section }) => (quantities[Plu] === undefined || Section === '' ? [] : [Section])))].join(', ').slice(0, 200)
