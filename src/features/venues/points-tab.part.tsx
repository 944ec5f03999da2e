import { useQueryClient } from '@tanstack/react-query'
import { loyalty } from '#features/loyalty/loyalty.contract.ts'
import { moneyText } from '#shared/money.ts'
import { SaveBar, useDraft } from '#ui/draft.tsx'
import { Field } from '#ui/field.tsx'
import { useRefused } from '#ui/form.tsx'
import { Go } from '#ui/go.tsx'
import { Icon } from '#ui/icon.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { Failed, Waiting } from '#ui/states.tsx'
import { tagsOf, useStoredUser } from '#ui/stored-user.ts'
import { toast } from '#ui/toast.tsx'
import { ui } from '#ui/ui.messages.ts'
import { callKey, useCall, useSend } from '#ui/use-call.ts'
import { PointsRates } from './points-rates.part.tsx'
import { pointsTabWords } from './points-tab.messages.ts'
import { Config, venueConfig } from './venue-config.contract.ts'
import layout from './venue-part.module.css'

const NUMBERS = ['PointsPerDollar', 'PointsExpireMonths', 'AdjustmentLimit'] as const
const VOUCHERS = [20, 25, 50, 100] as const

/** How points are earned, when they expire, what vouchers cost, and which adjustments wait for a second person. */
export const PointsTab = ({ venueId }: { venueId: number }) => {
  const { data, error, refetch } = useCall(venueConfig.config, { params: { id: venueId } })
  if (error) return <Failed error={error} onRetry={() => refetch()} />
  if (!data) return <Waiting rows={5} />
  return <Points venueId={venueId} there={data} onRenew={() => refetch()} />
}

interface PointsProps {
  venueId: number
  there: { Config: Config; Version: number }
  onRenew: () => Promise<unknown>
}

/** Which of these choices are wrong, by the contract's own check; of prices and rates also which one. */
const wrongParts = (draft: Config): Set<string> => {
  const checked = Config.safeParse(draft)
  const issues = (checked.error?.issues ?? []).filter(({ path }) => [...NUMBERS, 'VoucherPoints', 'PointsRates'].includes(String(path[0])))
  return new Set(issues.flatMap(({ path }) => [String(path[0]), path.join('.')]))
}

const Points = ({ venueId, there, onRenew }: PointsProps) => {
  const words = useSay(ui)
  const queries = useQueryClient()
  const { draft, changed, isChanged, change, discard } = useDraft(there.Config)
  const send = useSend(venueConfig.changeConfig, { quiet: true })
  const bad = wrongParts(draft)
  const save = async (): Promise<boolean> => {
    if (bad.size > 0) return false
    const done = await send.mutateAsync({ params: { id: venueId }, body: { Config: changed, Version: there.Version } }).catch(() => undefined)
    if (!done) return false
    await onRenew()
    // The preview of what would expire goes by these months.
    await queries.invalidateQueries({ queryKey: callKey(loyalty.expiryPreview) })
    discard()
    toast.success(words('saved'))
    return true
  }
  const refused = useRefused(send.error, { Config: draft })
  const parts = { draft, bad, refused, onChange: change }
  return (
    <>
      <Earning {...parts} venueId={venueId} isChanged={changed.PointsPerDollar !== undefined || changed.PointsRates !== undefined} />
      <Expiring {...parts} venueId={venueId} />
      <Spending {...parts} />
      <SaveBar
        isChanged={isChanged}
        busy={send.isPending}
        error={send.error}
        onSave={save}
        onDiscard={() => {
          discard()
          send.reset()
        }}
        onRenew={() => {
          send.reset()
          void onRenew()
        }}
      />
    </>
  )
}

interface PartProps {
  draft: Config
  bad: ReadonlySet<string>
  /** What the server refused at a field. */
  refused: (field: string) => string | undefined
  onChange: (part: Partial<Config>) => void
}

/** One of the numbers, with what is wrong with it. */
const NumberField = ({ name, draft, bad, refused, onChange }: PartProps & { name: (typeof NUMBERS)[number] }) => {
  const say = useSay(pointsTabWords)
  return (
    <Field
      label={say(name)}
      hint={say(`${name}Hint`)}
      type="number"
      inputMode={name === 'PointsPerDollar' ? 'decimal' : 'numeric'}
      step={name === 'PointsPerDollar' ? 'any' : 1}
      min={0}
      value={Number.isFinite(draft[name]) ? String(draft[name]) : ''}
      wrong={bad.has(name) ? say(`wrong${name}`) : refused(`Config.${name}`)}
      onChange={(typed) => onChange({ [name]: typed === '' ? Number.NaN : Number(typed) })}
    />
  )
}

const Earning = ({ venueId, isChanged, ...part }: PartProps & { venueId: number; isChanged: boolean }) => {
  const say = useSay(pointsTabWords)
  return (
    <section className={layout.part}>
      <h2>{say('earning')}</h2>
      <div className={layout.fields}>
        <NumberField name="PointsPerDollar" {...part} />
      </div>
      <PointsRates venueId={venueId} rates={part.draft.PointsRates} wrong={part.bad} onChange={(PointsRates) => part.onChange({ PointsRates })} />
      {isChanged ? (
        <div className="callout warn" role="status">
          <Icon name="attention" />
          <p>{say('rateFrom')}</p>
        </div>
      ) : (
        <p className="hint">{say('rateFrom')}</p>
      )}
    </section>
  )
}

const Expiring = ({ venueId, ...part }: PartProps & { venueId: number }) => {
  const say = useSay(pointsTabWords)
  const user = useStoredUser()
  const leads = user?.VenueId === venueId && tagsOf(user).includes('can_viewloyalty')
  return (
    <section className={layout.part}>
      <h2>{say('expiring')}</h2>
      <div className={layout.fields}>
        <NumberField name="PointsExpireMonths" {...part} />
      </div>
      {leads && (
        <p className="hint">
          <Go to="/loyalty/expiry" search={{}}>
            {say('seeExpiry')}
          </Go>
        </p>
      )}
    </section>
  )
}

const Spending = (part: PartProps) => {
  const say = useSay(pointsTabWords)
  const { language } = useLanguage()
  const { draft, bad, refused, onChange } = part
  return (
    <section className={layout.part}>
      <h2>{say('spending')}</h2>
      <div className={layout.fields}>
        {VOUCHERS.map((amount) => (
          <Field
            key={amount}
            label={say('voucherPoints', { amount: moneyText(amount, draft.Currency, language) })}
            inputMode="numeric"
            type="number"
            min={1}
            value={Number.isFinite(draft.VoucherPoints[amount]) ? String(draft.VoucherPoints[amount]) : ''}
            wrong={bad.has(`VoucherPoints.${amount}`) ? say('wrongVoucherPoints') : refused(`Config.VoucherPoints.${amount}`)}
            onChange={(typed) => onChange({ VoucherPoints: { ...draft.VoucherPoints, [amount]: typed === '' ? Number.NaN : Number(typed) } })}
          />
        ))}
        <NumberField name="AdjustmentLimit" {...part} />
      </div>
    </section>
  )
}
