import { SaveBar, useDraft } from '#ui/draft.tsx'
import { Field, Tick } from '#ui/field.tsx'
import { useRefused } from '#ui/form.tsx'
import { useSay } from '#ui/language.tsx'
import { Failed, Waiting } from '#ui/states.tsx'
import { toast } from '#ui/toast.tsx'
import { ui } from '#ui/ui.messages.ts'
import { useCall, useSend } from '#ui/use-call.ts'
import { WholeVenue } from '#ui/whole-venue.tsx'
import { VenueSettings, venueConfig } from './venue-config.contract.ts'
import layout from './venue-part.module.css'
import { venueWords } from './venues.messages.ts'
import { type Place, type Targets, WageTargets } from './wage-targets.part.tsx'

const NUMBERS = ['TimesheetToleranceMinutes', 'SessionIdleMinutes', 'SessionHours'] as const

/** Mails, timesheets, wage targets and session limits. */
export const SettingsTab = ({ venueId }: { venueId: number }) => {
  const { data, error, refetch } = useCall(venueConfig.settings, { params: { id: venueId } })
  const locations = useCall(venueConfig.locationsConfig, { params: { id: venueId } })
  const failed = error ?? locations.error
  if (failed) return <Failed error={failed} onRetry={() => Promise.all([refetch(), locations.refetch()])} />
  if (!data || !locations.data) return <Waiting rows={5} />
  return <Settings venueId={venueId} there={data} places={locations.data.Locations} onRenew={() => refetch()} />
}

interface SettingsProps {
  venueId: number
  there: { Settings: VenueSettings; Version: number }
  places: readonly Place[]
  onRenew: () => Promise<unknown>
}

const Settings = ({ venueId, there, places, onRenew }: SettingsProps) => {
  const say = useSay(venueWords)
  const words = useSay(ui)
  const { draft, changed, isChanged, change, discard } = useDraft(there.Settings)
  const send = useSend(venueConfig.changeSettings, { quiet: true })
  const cleaned = { ...draft, ReportRecipients: draft.ReportRecipients.filter(Boolean) }
  const checked = VenueSettings.safeParse(cleaned)
  const refused = useRefused(send.error, { Settings: draft })
  const bad = new Set(checked.success ? [] : checked.error.issues.map(({ path }) => String(path[0])))
  const wrong = (field: Exclude<keyof VenueSettings, keyof Targets | 'OutsideRecipients'>) =>
    bad.has(field) ? say(`wrong${field}`) : refused(`Settings.${field}`)
  const save = async (): Promise<boolean> => {
    if (bad.size > 0) return false
    const Settings = changed.ReportRecipients ? { ...changed, ReportRecipients: cleaned.ReportRecipients } : changed
    const done = await send.mutateAsync({ params: { id: venueId }, body: { Settings, Version: there.Version } }).catch(() => undefined)
    if (!done) return false
    await onRenew()
    discard()
    toast.success(words('saved'))
    return true
  }
  return (
    <>
      <WholeVenue>
        <div className={layout.fields}>
          <Field
            label={say('MailSenderName')}
            hint={say('senderHint')}
            value={draft.MailSenderName}
            wrong={wrong('MailSenderName')}
            onChange={(name) => change({ MailSenderName: name })}
          />
          <Field
            label={say('ReportRecipients')}
            hint={say('recipientsHint')}
            value={draft.ReportRecipients.join(', ')}
            wrong={wrong('ReportRecipients')}
            onChange={(list) => change({ ReportRecipients: list.split(',').map((address) => address.trim()) })}
          />
          <div>
            <Tick checked={draft.OutsideRecipients} onChange={(OutsideRecipients) => change({ OutsideRecipients })}>
              {say('OutsideRecipients')}
            </Tick>
            <p className="hint">{say('outsideHint')}</p>
          </div>
          {NUMBERS.map((field) => (
            <Field
              key={field}
              label={say(field)}
              type="number"
              inputMode="numeric"
              value={Number.isFinite(draft[field]) ? String(draft[field]) : ''}
              wrong={wrong(field)}
              onChange={(value) => change({ [field]: value === '' ? Number.NaN : Number(value) })}
            />
          ))}
        </div>
      </WholeVenue>
      <WageTargets settings={draft} places={places} wrong={bad.has('WageTargetPercent') || bad.has('WageTargets')} onChange={change} />
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
