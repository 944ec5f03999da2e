import { useState } from 'react'
import { decimalsOf, moneyText, toMajor } from '#shared/money.ts'
import { SaveBar } from '#ui/draft.tsx'
import { Field } from '#ui/field.tsx'
import { useRefused } from '#ui/form.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { Failed, Waiting } from '#ui/states.tsx'
import { toast } from '#ui/toast.tsx'
import { ui } from '#ui/ui.messages.ts'
import { useCall, useSend } from '#ui/use-call.ts'
import { wholeParts, workedExample } from './fee.rules.ts'
import styles from './payment-tab.module.css'
import { venueAdmin } from './venue-admin.contract.ts'
import layout from './venue-part.module.css'
import { venueWords } from './venues.messages.ts'

/** What taking a card payment costs the venue, with what is left of fifty. */
export const PaymentTab = ({ venueId }: { venueId: number }) => {
  const say = useSay(venueWords)
  const words = useSay(ui)
  const { language } = useLanguage()
  const params = { id: venueId }
  const { data, error, refetch } = useCall(venueAdmin.paymentInfo, { params })
  const [typed, setTyped] = useState<{ percentage?: string; fixed?: string }>({})
  const send = useSend(venueAdmin.changePaymentInfo, { quiet: true })
  const refused = useRefused(send.error, { PercentageFee: typed.percentage, FixedFee: typed.fixed })
  if (error) return <Failed error={error} onRetry={() => refetch()} />
  if (!data) return <Waiting rows={3} />
  const { Currency: currency, Version } = data
  const percentage = typed.percentage ?? String(data.PercentageFee)
  const fixed = typed.fixed ?? String(data.FixedFee)
  const percentHundredths = partsOf(percentage, 2, 100)
  const fixedMinor = partsOf(fixed, decimalsOf(currency), 1_000_000)
  const isRight = percentHundredths !== undefined && fixedMinor !== undefined
  const save = async (): Promise<boolean> => {
    if (!isRight) return false
    const body = { VenueId: venueId, PercentageFee: Number(percentage), FixedFee: Number(fixed), Version }
    const done = await send.mutateAsync({ params, body }).catch(() => undefined)
    if (!done) return false
    await refetch()
    setTyped({})
    toast.success(words('saved'))
    return true
  }
  const money = (minor: number) => moneyText(toMajor(minor, currency), currency, language)
  const example = isRight ? workedExample({ percentHundredths, fixedMinor }, currency) : undefined
  return (
    <>
      <div className={layout.fields}>
        <Field
          label={say('PercentageFee')}
          inputMode="decimal"
          value={percentage}
          wrong={percentHundredths === undefined ? say('wrongPercentageFee') : refused('PercentageFee')}
          onChange={(value) => setTyped({ ...typed, percentage: value })}
        />
        <Field
          label={say('FixedFee', { currency })}
          inputMode="decimal"
          value={fixed}
          wrong={fixedMinor === undefined ? say('wrongFixedFee', { currency }) : refused('FixedFee')}
          onChange={(value) => setTyped({ ...typed, fixed: value })}
        />
      </div>
      {example && (
        <section className={`paper ${layout.part} ${styles.worked}`} aria-label={say('worked')}>
          <h2>{say('worked')}</h2>
          <dl>
            <dt>{say('workedPaid')}</dt>
            <dd>{money(example.paid)}</dd>
            <dt>{say('workedPercentage', { percent: percentage })}</dt>
            <dd>−{money(example.percentage)}</dd>
            <dt>{say('workedFixed')}</dt>
            <dd>−{money(example.fixed)}</dd>
            <dt className={styles.sum}>{say('workedLeft', { fee: money(example.fee) })}</dt>
            <dd className={styles.sum}>{money(example.left)}</dd>
          </dl>
        </section>
      )}
      <SaveBar
        isChanged={percentage !== String(data.PercentageFee) || fixed !== String(data.FixedFee)}
        busy={send.isPending}
        error={send.error}
        fields={['PercentageFee', 'FixedFee']}
        onSave={save}
        onDiscard={() => {
          setTyped({})
          send.reset()
        }}
        onRenew={() => {
          send.reset()
          void refetch()
        }}
      />
    </>
  )
}

/** A number typed as its smallest parts; undefined where it is none, below zero, above the most, or has too many decimals. */
const partsOf = (typed: string, decimals: number, most: number): number | undefined => {
  const value = Number(typed)
  return typed.trim() === '' || !Number.isFinite(value) || value < 0 || value > most ? undefined : wholeParts(value, decimals)
}
