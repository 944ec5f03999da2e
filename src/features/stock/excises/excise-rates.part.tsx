import { useState } from 'react'
import { Nil } from '#ui/data-table.tsx'
import { Icon } from '#ui/icon.tsx'
import { useSay } from '#ui/language.tsx'
import { Scroll } from '#ui/scroll.tsx'
import { Failed, Waiting } from '#ui/states.tsx'
import { toast } from '#ui/toast.tsx'
import { useCall, useSend } from '#ui/use-call.ts'
import { exciseWords } from './excise.messages.ts'
import { ExciseRateForm } from './excise-rate.form.tsx'
import { exciseRateCalls, type KeptRate } from './excise-rates.contract.ts'
import { useExciseText } from './excise-text.part.ts'
import styles from './excises.module.css'

interface Props {
  mayEdit: boolean
  jurisdiction: string
  currency: string
  onChanged: () => void
}

/** The latest rate of each item. */
const latestOf = (rates: readonly KeptRate[]): KeptRate[] => {
  const latest = new Map<string, KeptRate>()
  for (const rate of rates) if ((latest.get(rate.TariffItem)?.FromDay ?? '') < rate.FromDay) latest.set(rate.TariffItem, rate)
  return [...latest.values()]
}

/** The rates the venue keeps, with their source and who entered them; gaps between them. */
export const ExciseRates = ({ mayEdit, jurisdiction, currency, onChanged }: Props) => {
  const say = useSay(exciseWords)
  const text = useExciseText(currency)
  const { data, error, refetch } = useCall(exciseRateCalls.exciseRates, {})
  const [edited, setEdited] = useState<KeptRate | 'new'>()
  const [isWhole, setWhole] = useState(false)
  const done = () => {
    setEdited(undefined)
    refetch()
    onChanged()
  }
  const take = useSend(exciseRateCalls.takePublishedRates, {
    onDone: () => {
      toast.success(say('taken'))
      done()
    },
  })
  const remove = useSend(exciseRateCalls.removeExciseRate, { onDone: done })
  if (error) return <Failed error={error} onRetry={() => refetch()} />
  if (!data) return <Waiting rows={4} />
  const endedItems = data.Gaps.filter(({ ToDay }) => ToDay === null).map(({ TariffItem }) => TariffItem)
  return (
    <section className={styles.rates}>
      <div className="bar-head">
        <h2>{say('ratesUsed')}</h2>
        {mayEdit && (
          <p className={styles.headActs}>
            <button type="button" className="btn" onClick={() => take.mutate({ body: {} })} disabled={take.isPending}>
              {say('takePublished')}
            </button>
            <button type="button" className="btn" onClick={() => setEdited('new')}>
              {say('addRate')}
            </button>
          </p>
        )}
      </div>
      {data.Rates.some(({ Published }) => Published) && (
        <div className="callout warn">
          <Icon name="attention" />
          <p>{say('ratesWarning')}</p>
        </div>
      )}
      {endedItems.length > 0 && <p className={styles.ended}>{say('noneNow', { items: endedItems.join(', ') })}</p>}
      {isWhole &&
        data.Gaps.map(
          ({ TariffItem, FromDay, ToDay }) =>
            ToDay !== null && (
              <p className="note" key={`${TariffItem} ${FromDay}`}>
                {say('gap', { item: TariffItem, from: text.day(FromDay), to: text.day(ToDay) })}
              </p>
            ),
        )}
      {data.Rates.length > 0 && (
        <Scroll label={say('ratesUsed')}>
          <table className={`plain ${styles.rateList}`}>
            <thead>
              <tr>
                <th scope="col">{say('item')}</th>
                <th scope="col" className="num">
                  {say('rateIn', { currency })}
                </th>
                <th scope="col">{say('since')}</th>
                <th scope="col">{say('until')}</th>
                <th scope="col">{say('source')}</th>
              </tr>
            </thead>
            <tbody>
              {(isWhole ? [...data.Rates].sort((a, b) => b.FromDay.localeCompare(a.FromDay)) : latestOf(data.Rates)).map((rate) => (
                <tr key={rate.RateId}>
                  <th scope="row">
                    {rate.TariffItem}
                    <small>{rate.Name}</small>
                  </th>
                  <td className="num">
                    {text.dutyRate(rate.Rate)}
                    <small>{say(`basis.${rate.Basis}`)}</small>
                  </td>
                  <td>{text.day(rate.FromDay)}</td>
                  <td>{rate.ToDay === null ? <Nil /> : text.day(rate.ToDay)}</td>
                  <td>
                    {rate.EnteredBy === null ? rate.Source : say('enteredBy', { source: rate.Source, name: rate.EnteredBy })}
                    {rate.Published && <small>{say('published')}</small>}
                    {mayEdit && (
                      <span className={styles.rateActs}>
                        <button type="button" onClick={() => setEdited(rate)}>
                          {say('endRate')}
                        </button>
                        <button type="button" onClick={() => remove.mutate({ params: { rateId: rate.RateId } })} disabled={remove.isPending}>
                          {say('removeRate')}
                        </button>
                      </span>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      )}
      {!isWhole && data.Rates.length > latestOf(data.Rates).length && (
        <p className="acts">
          <button type="button" className="btn" onClick={() => setWhole(true)}>
            {say('showAllRates', { n: data.Rates.length })}
          </button>
        </p>
      )}
      {edited && <ExciseRateForm rate={edited === 'new' ? undefined : edited} jurisdiction={jurisdiction} onDone={done} onClose={() => setEdited(undefined)} />}
    </section>
  )
}
