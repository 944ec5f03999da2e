import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { View, Viewed } from '#features/delivery/saved-views/saved-views.contract.ts'
import { Choose, Field, Tick } from '#ui/field.tsx'
import { Refusal, useForm } from '#ui/form.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { Modal } from '#ui/modal.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { useStoredUser } from '#ui/stored-user.ts'
import { TimeField, timeTyped } from '#ui/time-field.tsx'
import { toast } from '#ui/toast.tsx'
import { callKey, useCall, useSend } from '#ui/use-call.ts'
import { MailPreview } from './mail-preview.part.tsx'
import { Recipients } from './recipients.part.tsx'
import { type Draft, draftOf, everyWith, newDraft, weekdayName } from './schedule-draft.rules.ts'
import styles from './schedule-form.module.css'
import { ATTACHMENTS, EVERY, NewSchedule, type Schedule, schedules } from './schedules.contract.ts'
import { scheduleWords } from './schedules.messages.ts'
import { useViewText } from './view-text.part.ts'

interface FormProps {
  /** What is to be sent; or the schedule that is changed. */
  shown?: Viewed
  schedule?: Schedule
  name?: string
  /** Views to choose another one of. */
  views?: readonly View[]
  onClose: () => void
}

/** What is mailed, how often, in which form and to whom, with the mail as it would be. */
const ScheduleForm = ({ shown, schedule, name = '', views = [], onClose }: FormProps) => {
  const say = useSay(scheduleWords)
  const { language } = useLanguage()
  const queries = useQueryClient()
  const viewText = useViewText()
  const [draft, setDraft] = useState<Draft | undefined>(() => (schedule ? draftOf(schedule) : shown && newDraft(shown, name, language)))
  const [previewing, setPreviewing] = useState(false)
  const done = async (saved: Schedule) => {
    await queries.invalidateQueries({ queryKey: callKey(schedules.listSchedules) })
    toast.success(say('saved', { name: saved.Name }))
    onClose()
  }
  const make = useSend(schedules.makeSchedule, { quiet: true, onDone: done })
  const change = useSend(schedules.changeSchedule, { quiet: true, onDone: done })
  const send = (body: Draft) => (schedule ? change.mutate({ params: { scheduleId: schedule.ScheduleId }, body }) : make.mutate({ body }))
  const error = make.error ?? change.error
  const { form, onSubmit, wrong } = useForm({ value: draft as Draft, body: NewSchedule, error, onSend: send })
  if (!draft) return null
  const hasNobody = draft.Recipients.length + (draft.Outside?.length ?? 0) === 0
  const wrongPeople = wrong('Recipients') && (hasNobody ? say('needsSomebody') : wrong('Recipients'))
  const busy = make.isPending || change.isPending
  const alter = (changes: Partial<Draft>) => setDraft({ ...draft, ...changes })
  return (
    <Modal title={say(previewing ? 'previewOf' : schedule ? 'editTitle' : 'createTitle')} onClose={onClose}>
      {previewing && <MailPreview draft={draft} onBack={() => setPreviewing(false)} />}
      <form className={styles.form} ref={form} onSubmit={onSubmit} noValidate hidden={previewing}>
        <Field
          label={say('name')}
          value={draft.Name}
          maxLength={80}
          autoComplete="off"
          onChange={(Name) => alter({ Name })}
          wrong={wrong('Name')}
          hint={say('nameHint')}
        />
        {views.length > 0 && <ChooseView draft={draft} views={views} keep={schedule !== undefined} onChange={alter} />}
        <p className={styles.mailed}>
          <small>{say('mails')}</small> {viewText(draft)}
        </p>
        <When draft={draft} wrong={wrong('OnDay')} wrongTime={timeTyped(draft.SendAt ?? '') ? undefined : wrong('SendAt')} onChange={alter} />
        <Written draft={draft} onChange={alter} />
        <Recipients draft={draft} schedule={schedule} wrong={wrongPeople} wrongOutside={wrong('Outside')} onChange={alter} />
        <Refusal error={error} fields={['Name', 'OnDay', 'SendAt', 'Recipients', 'Outside']} />
        <div className="acts">
          <button type="button" className="btn" onClick={() => setPreviewing(true)}>
            {say('preview')}
          </button>
          <button type="button" className="btn" onClick={onClose}>
            {say('cancel')}
          </button>
          <button type="submit" className="btn primary" disabled={busy} aria-busy={busy}>
            {say('save')}
          </button>
        </div>
      </form>
    </Modal>
  )
}

export default ScheduleForm

interface PartProps {
  draft: Draft
  onChange: (changes: Partial<Draft>) => void
}

const ChooseView = ({ draft, views, keep, onChange }: PartProps & { views: readonly View[]; keep: boolean }) => {
  const say = useSay(scheduleWords)
  const chosen = views.find(({ Path, Search }) => Path === draft.Path && Search === draft.Search)
  const choose = (id: string) => {
    const view = views.find(({ ViewId }) => ViewId === id)
    if (view) onChange({ Path: view.Path, Search: view.Search, Report: view.Report })
  }
  const options = views.map((view) => [view.ViewId, view.Mine ? view.Name : `${view.Name} · ${view.Owner}`] as const)
  return <Choose label={say('view')} value={chosen?.ViewId ?? ''} options={keep && !chosen ? [['', say('keepView')], ...options] : options} onChange={choose} />
}

const MONTH_DAYS = [31, ...Array.from({ length: 28 }, (_, at) => at + 1)]

const When = ({ draft, wrong, wrongTime, onChange }: PartProps & { wrong: string | undefined; wrongTime: string | undefined }) => {
  const say = useSay(scheduleWords)
  const { locale } = useLanguage()
  const weekStart = useStoredUser()?.Config?.WeekStart ?? 1
  const { data } = useCall(schedules.people, { query: { Report: draft.Report.Path, Search: draft.Search } }, { keepLast: true })
  return (
    <div className={styles.when}>
      <p className={styles.label}>{say('every')}</p>
      <Segmented
        label={say('every')}
        value={draft.Every}
        options={EVERY.map((every) => ({ value: every, label: say(`every.${every}`) }))}
        onChange={(every) => onChange(everyWith(every, weekStart))}
      />
      {draft.Every === 'week' && (
        <Choose
          label={say('weekday')}
          value={String(draft.OnDay)}
          options={[7, 1, 2, 3, 4, 5, 6].map((day) => [String(day), weekdayName(locale, (day % 7) + 1)] as const)}
          wrong={wrong}
          onChange={(day) => onChange({ OnDay: Number(day) })}
        />
      )}
      {draft.Every === 'month' && (
        <Choose
          label={say('monthDay')}
          value={String(draft.OnDay)}
          options={MONTH_DAYS.map((day) => [String(day), day === 31 ? say('lastDay') : String(day)] as const)}
          wrong={wrong}
          onChange={(day) => onChange({ OnDay: Number(day) })}
        />
      )}
      <TimeField
        label={say('sendAt')}
        value={draft.SendAt ?? ''}
        wrong={wrongTime}
        hint={say('sendAtHint', { time: data?.SentAt ?? '' })}
        onChange={(time) => onChange({ SendAt: time || null })}
      />
      {data && (draft.SendAt === null || timeTyped(draft.SendAt)) && (
        <p className="hint">{say(`everyHint.${draft.Every}`, { time: draft.SendAt ?? data.SentAt, weekday: weekdayName(locale, (draft.OnDay % 7) + 1) })}</p>
      )}
    </div>
  )
}

const Written = ({ draft, onChange }: PartProps) => {
  const say = useSay(scheduleWords)
  return (
    <div className={styles.written}>
      <Choose
        label={say('language')}
        value={draft.Language}
        options={(['en', 'jp'] as const).map((language) => [language, say(language)] as const)}
        onChange={(language) => onChange({ Language: language as Draft['Language'] })}
      />
      <Choose
        label={say('attachment')}
        value={draft.Attachment}
        options={ATTACHMENTS.map((attachment) => [attachment, say(`attachment.${attachment}`)] as const)}
        onChange={(attachment) => onChange({ Attachment: attachment as Draft['Attachment'] })}
      />
      <Tick checked={draft.SkipEmpty} onChange={(SkipEmpty) => onChange({ SkipEmpty })}>
        {say('skipEmpty')}
      </Tick>
    </div>
  )
}
