import { useState } from 'react'
import { decimalsOf, moneyText } from '#shared/money.ts'
import { AskFirst } from '#ui/ask-first.tsx'
import { SaveBar } from '#ui/draft.tsx'
import { Field, Tick } from '#ui/field.tsx'
import { useRefused } from '#ui/form.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { toast } from '#ui/toast.tsx'
import { useSend } from '#ui/use-call.ts'
import { marketplace } from './marketplace.contract.ts'
import { marketplaceWords } from './marketplace.messages.ts'
import styles from './marketplace.module.css'
import { DEFAULT_SETTINGS, type MarketplaceSettings } from './marketplace-settings.rules.ts'
import { type MarketPlace, paramsOf } from './place.part.ts'
import { afterCommission, markedUp } from './prices.rules.ts'
import type { Storefront } from './storefront.contract.ts'
import { type KeptSettings, useSettings } from './use-settings.part.ts'

const NUMBERS = ['PreparationMinutes', 'MinimumOrder', 'PriceMarkupPercent', 'CommissionPercent'] as const
const FIELDS = ['DisplayName', 'Description', ...NUMBERS].map((field) => `Settings.${field}`)

interface SettingsProps {
  place: MarketPlace
  there: KeptSettings
  shown: Storefront
  onRenew: () => Promise<unknown>
}

/** Everything of a storefront but its hours and its menu. */
export const MarketSettings = (props: SettingsProps) => {
  const { place, there, shown, onRenew } = props
  const say = useSay(marketplaceWords)
  const { draft, change, issues, error, bar } = useSettings(props)
  const { Currency } = shown
  const refused = useRefused(error, { Settings: draft })
  const isNameless = draft.Enabled && draft.DisplayName.trim() === ''
  const wrong = (field: 'DisplayName' | 'Description' | (typeof NUMBERS)[number]) =>
    issues.some(({ path }) => path[0] === field) || (field === 'DisplayName' && isNameless)
      ? say(`wrong${field}`, { currency: Currency })
      : refused(`Settings.${field}`)
  const text = (field: 'DisplayName' | 'Description') => (
    <Field label={say(field)} value={draft[field]} wrong={wrong(field)} onChange={(value) => change({ [field]: value })} />
  )
  return (
    <>
      <div className={styles.form}>
        <div>
          <Tick checked={draft.Enabled} onChange={(Enabled) => change({ Enabled })}>
            <b>{say('Enabled')}</b>
          </Tick>
          <p className="hint">{say('enabledHint')}</p>
          {text('DisplayName')}
          {text('Description')}
        </div>
        <div>
          {(['PickupEnabled', 'DeliveryEnabled'] as const).map((field) => (
            <Tick key={field} checked={draft[field]} onChange={(on) => change({ [field]: on })}>
              {say(field)}
            </Tick>
          ))}
          <div className={styles.pair}>
            {NUMBERS.map((field) => (
              <Field
                key={field}
                label={say(field, { currency: Currency })}
                type="number"
                inputMode={field === 'PreparationMinutes' ? 'numeric' : 'decimal'}
                step="any"
                min={0}
                hint={field === 'CommissionPercent' ? say('commissionHint') : undefined}
                value={Number.isFinite(draft[field]) ? String(draft[field]) : ''}
                wrong={wrong(field)}
                onChange={(value) => change({ [field]: value === '' ? Number.NaN : Number(value) })}
              />
            ))}
          </div>
          <Example draft={draft} currency={Currency} />
        </div>
      </div>
      <SaveBar {...bar} fields={FIELDS} onSave={async () => !isNameless && bar.onSave()} />
      {there.Version > 0 && <Remove place={place} settings={there.Settings} onRemoved={onRenew} />}
    </>
  )
}

/** What the markup makes of a price, and what is left of it. */
const Example = ({ draft, currency }: { draft: MarketplaceSettings; currency: string }) => {
  const say = useSay(marketplaceWords)
  const { language } = useLanguage()
  const { PriceMarkupPercent: markup, CommissionPercent: commission } = draft
  if (!Number.isFinite(markup) || !Number.isFinite(commission)) return null
  const unit = 10 ** decimalsOf(currency)
  const list = Math.round(12.5 * (unit === 1 ? 100 : unit))
  const price = markedUp(list, Math.round(markup * 100))
  const money = (minor: number) => moneyText(minor / unit, currency, language)
  const left = money(afterCommission(price, Math.round(commission * 100)))
  return (
    <p className={styles.example} role="status">
      {say(commission > 0 ? 'example' : 'exampleShort', { list: money(list), price: money(price), left })}
    </p>
  )
}

const Remove = ({ place, settings, onRemoved }: { place: MarketPlace; settings: MarketplaceSettings; onRemoved: () => Promise<unknown> }) => {
  const say = useSay(marketplaceWords)
  const [asking, setAsking] = useState(false)
  const send = useSend(marketplace.removeSettings, {
    quiet: true,
    onDone: async () => {
      await onRemoved()
      setAsking(false)
      toast.success(say('removed', { place: place.name }))
    },
  })
  if (JSON.stringify(settings) === JSON.stringify(DEFAULT_SETTINGS)) return null
  return (
    <p className={styles.remove}>
      <button type="button" className="text-btn" onClick={() => setAsking(true)}>
        {say('remove')}
      </button>
      {asking && (
        <AskFirst
          title={say('removeTitle', { place: place.name })}
          verb={say('removeVerb')}
          busy={send.isPending}
          error={send.error}
          onDo={() => send.mutate(paramsOf(place))}
          onClose={() => setAsking(false)}
        >
          <p>{say('removeBody')}</p>
        </AskFirst>
      )}
    </p>
  )
}
