import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { AskFirst } from '#ui/ask-first.tsx'
import { Field } from '#ui/field.tsx'
import { Refusal, useRefused } from '#ui/form.tsx'
import { useSay } from '#ui/language.tsx'
import { Modal } from '#ui/modal.tsx'
import { toast } from '#ui/toast.tsx'
import { callKey, useSend } from '#ui/use-call.ts'
import styles from './schedule-form.module.css'
import { type Schedule, schedules } from './schedules.contract.ts'
import { scheduleWords } from './schedules.messages.ts'

interface DialogProps {
  schedule: Schedule
  onClose: () => void
}

/** Everything shown of schedules is asked for again. */
export const useAskAgain = () => {
  const queries = useQueryClient()
  return async () => {
    await Promise.all(
      [schedules.listSchedules, schedules.runs].map((operation) =>
        queries.invalidateQueries({ queryKey: callKey(operation as typeof schedules.listSchedules) }),
      ),
    )
  }
}

/** Sends a schedule again for a trading day of the past. */
export const AgainDialog = ({ schedule, onClose }: DialogProps) => {
  const say = useSay(scheduleWords)
  const askAgain = useAskAgain()
  const [day, setDay] = useState('')
  const send = useSend(schedules.again, {
    quiet: true,
    onDone: async () => {
      await askAgain()
      toast.success(say('againSent'))
      onClose()
    },
  })
  const refused = useRefused(send.error, { Date: day })
  return (
    <Modal title={say('againTitle', { name: schedule.Name })} onClose={onClose}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          send.mutate({ params: { scheduleId: schedule.ScheduleId }, body: { Date: day } })
        }}
      >
        <p>{say('againAbout')}</p>
        <Field label={say('againDay')} type="date" value={day} onChange={setDay} wrong={refused('Date')} />
        <Refusal error={send.error} fields={['Date']} />
        <div className="acts">
          <button type="button" className="btn" onClick={onClose}>
            {say('cancel')}
          </button>
          <button type="submit" className="btn primary" disabled={day === '' || send.isPending} aria-busy={send.isPending}>
            {say('send')}
          </button>
        </div>
      </form>
    </Modal>
  )
}

/** Ends a schedule, after asking. */
export const EndDialog = ({ schedule, onClose }: DialogProps) => {
  const say = useSay(scheduleWords)
  const askAgain = useAskAgain()
  const remove = useSend(schedules.removeSchedule, {
    quiet: true,
    onDone: async () => {
      await askAgain()
      toast.success(say('removed', { name: schedule.Name }))
      onClose()
    },
  })
  return (
    <AskFirst
      title={say('removeTitle', { name: schedule.Name })}
      verb={say('end')}
      onDo={() => remove.mutate({ params: { scheduleId: schedule.ScheduleId } })}
      busy={remove.isPending}
      error={remove.error}
      onClose={onClose}
    >
      <p>{say('removeAbout')}</p>
    </AskFirst>
  )
}
