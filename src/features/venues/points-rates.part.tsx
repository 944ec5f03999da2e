import { Field } from '#ui/field.tsx'
import { useSay } from '#ui/language.tsx'
import { useCall } from '#ui/use-call.ts'
import styles from './points-rates.module.css'
import { pointsTabWords } from './points-tab.messages.ts'
import type { Config } from './venue-config.contract.ts'
import { venues } from './venues.contract.ts'

type Rate = Config['PointsRates'][number]

interface RatesProps {
  venueId: number
  rates: readonly Rate[]
  /** What is wrong, by its place in the settings. */
  wrong: ReadonlySet<string>
  onChange: (rates: Rate[]) => void
}

/** Product groups that earn at a rate of their own, one line each. */
export const PointsRates = ({ venueId, rates, wrong, onChange }: RatesProps) => {
  const say = useSay(pointsTabWords)
  const { data } = useCall(venues.productGroups, { params: { id: venueId } })
  const put = (at: number, part: Partial<Rate>) => onChange(rates.map((rate, i) => (i === at ? { ...rate, ...part } : rate)))
  const isRepeated = (rate: Rate, at: number) => rates.findIndex(({ ProductGroup }) => ProductGroup === rate.ProductGroup) < at
  return (
    <fieldset className={styles.rates}>
      <legend>{say('ratesTitle')}</legend>
      <p className="hint">{say('ratesHint')}</p>
      {rates.map((rate, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its place; its name is being typed.
        <div key={at} className={styles.rate}>
          <Field
            label={say('ProductGroup')}
            list="points-product-groups"
            value={rate.ProductGroup}
            wrong={isRepeated(rate, at) ? say('repeatedGroup') : wrong.has(`PointsRates.${at}.ProductGroup`) ? say('wrongProductGroup') : undefined}
            onChange={(name) => put(at, { ProductGroup: name })}
          />
          <Field
            label={say('groupRate')}
            type="number"
            inputMode="decimal"
            step="any"
            min={0}
            value={Number.isFinite(rate.PointsPerDollar) ? String(rate.PointsPerDollar) : ''}
            wrong={wrong.has(`PointsRates.${at}.PointsPerDollar`) ? say('wrongPointsPerDollar') : undefined}
            onChange={(typed) => put(at, { PointsPerDollar: typed === '' ? Number.NaN : Number(typed) })}
          />
          <button type="button" className="text-btn" onClick={() => onChange(rates.filter((_, i) => i !== at))}>
            {say('removeRate', { group: rate.ProductGroup })}
          </button>
        </div>
      ))}
      <button type="button" className="btn" onClick={() => onChange([...rates, { ProductGroup: '', PointsPerDollar: 1 }])}>
        {say('addRate')}
      </button>
      <datalist id="points-product-groups">
        {data?.ProductGroups.map(({ Name }) => (
          <option key={Name} value={Name} />
        ))}
      </datalist>
    </fieldset>
  )
}
