import styles from '#integrations/link-screen/link-screen.module.css'
import { numberText } from '#shared/money.ts'
import { Refusal } from '#ui/form.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { Failed, Waiting } from '#ui/states.tsx'
import { tagsOf, useStoredUser } from '#ui/stored-user.ts'
import { toast } from '#ui/toast.tsx'
import { useCall, useSend } from '#ui/use-call.ts'
import { type InvolvConflict, type InvolvConflicts, involvCalls } from './involv.contract.ts'
import type { ConflictAction } from './involv-conflict.rules.ts'
import { ConflictRow } from './involv-conflict-row.part.tsx'
import { conflictWords } from './involv-conflicts.messages.ts'

/** Where members of Involv and cards do not agree, each with both sides and what may be done. It takes whoever may see cards. */
export const ConflictsWithInvolv = ({ venueId }: { venueId: number }) => {
  const say = useSay(conflictWords)
  const tags = tagsOf(useStoredUser())
  if (!tags.includes('can_viewloyalty')) return <p className={`note ${styles.part}`}>{say('cannotSee')}</p>
  return <Conflicts venueId={venueId} maySettle={tags.includes('can_editloyalty')} />
}

const Conflicts = ({ venueId, maySettle }: { venueId: number; maySettle: boolean }) => {
  const say = useSay(conflictWords)
  const { data, error, refetch } = useCall(involvCalls.conflicts, { params: { id: venueId } }, { everySeconds: 30 })
  const settle = useSend(involvCalls.settle, { quiet: true, onDone: () => void refetch() })
  if (error) return <Failed error={error} onRetry={() => refetch()} />
  if (!data) return <Waiting rows={3} />
  const choose = (conflict: InvolvConflict, Action: ConflictAction, name: string) => {
    const { LocationId, MemberId, Kind, Ours, Theirs } = conflict
    const body = { Conflicts: [{ LocationId, MemberId, Kind, Action, OursPoints: Ours?.Points ?? 0, TheirsPoints: Theirs.Points }] }
    settle.mutate({ params: { id: venueId }, body }, { onSuccess: () => toast.success(say('done', { name })) })
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className={`scroll ${styles.part}`} aria-label={say('title')} tabIndex={0}>
      <h2>{say('title')}</h2>
      <Counts counts={data} />
      {data.Conflicts.length === 0 ? (
        <p className="hint">{say(data.Together + data.Apart === 0 ? 'notReadYet' : 'none')}</p>
      ) : (
        <table className={`${styles.table} slips`}>
          <caption className="sr">{say('title')}</caption>
          <thead>
            <tr>
              {(['member', 'what', 'here', 'there', 'next'] as const).map((head) => (
                <th scope="col" key={head}>
                  {say(head)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.Conflicts.map((conflict) => (
              <ConflictRow
                key={`${conflict.LocationId} ${conflict.MemberId} ${conflict.Kind}`}
                conflict={conflict}
                maySettle={maySettle}
                isBusy={settle.isPending}
                onChoose={choose}
              />
            ))}
          </tbody>
        </table>
      )}
      {data.More && <p className="note">{say('first')}</p>}
      {data.Conflicts.length > 0 && !maySettle && <p className="note">{say('cannotSettle')}</p>}
      <Refusal error={settle.error} />
    </section>
  )
}

const Counts = ({ counts: { Together, Apart } }: { counts: InvolvConflicts }) => {
  const say = useSay(conflictWords)
  const { language } = useLanguage()
  return (
    <p className="hint">
      {Together === 0 ? say('noneTogether') : say.count('together', Together, { n: numberText(Together, language) })}
      {Apart > 0 && ` ${say.count('apart', Apart, { n: numberText(Apart, language) })}`}
    </p>
  )
}
