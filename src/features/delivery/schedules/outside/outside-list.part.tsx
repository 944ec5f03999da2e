import { useState } from 'react'
import { useAskAgain } from '#features/delivery/schedules/schedule-dialogs.part.tsx'
import { MOST_OUTSIDE, type Schedule } from '#features/delivery/schedules/schedules.contract.ts'
import { Field } from '#ui/field.tsx'
import { useSay } from '#ui/language.tsx'
import { toast } from '#ui/toast.tsx'
import { useSend } from '#ui/use-call.ts'
import { OutsideAddress, outside } from './outside.contract.ts'
import { outsideWords } from './outside.messages.ts'
import styles from './outside-list.module.css'

interface OutsideListProps {
  addresses: readonly string[]
  schedule: Schedule | undefined
  allowed: boolean
  wrong: string | undefined
  onChange: (addresses: string[]) => void
}

/** People outside Daybook on a schedule's list: how each stands, and adding another one. */
export const OutsideList = ({ addresses, schedule, allowed, wrong, onChange }: OutsideListProps) => {
  const say = useSay(outsideWords)
  const isMine = !schedule || schedule.Mine
  const left = (schedule?.Outside ?? []).filter(({ State, Address }) => State === 'unsubscribed' && !addresses.includes(Address))
  if (!allowed && addresses.length === 0 && left.length === 0) return null
  const name = schedule?.Owner ?? ''
  return (
    <fieldset className={`choice-set ${styles.outside}`}>
      <legend>{say('people')}</legend>
      <p className="hint">{!allowed ? say('isOff') : !isMine ? say('ownerOnly', { name }) : say('peopleHint')}</p>
      {(addresses.length > 0 || left.length > 0) && (
        <ul className={styles.list}>
          {addresses.map((address) => (
            <Listed key={address} address={address} schedule={schedule} onRemove={() => onChange(addresses.filter((one) => one !== address))} />
          ))}
          {left.map(({ Address }) => (
            <li key={Address}>
              <span className={styles.address}>{Address}</span> <span className="st-tag warn">{say('state.unsubscribed')}</span>
            </li>
          ))}
        </ul>
      )}
      {allowed && isMine && <AddAddress addresses={addresses} wrong={wrong} onAdd={(address) => onChange([...addresses, address])} />}
    </fieldset>
  )
}

interface ListedProps {
  address: string
  schedule: Schedule | undefined
  onRemove: () => void
}

const TONES = { ready: 'info', asked: 'warn', expired: 'warn', declined: 'bad', unsubscribed: 'warn', off: 'bad' } as const

const Listed = ({ address, schedule, onRemove }: ListedProps) => {
  const say = useSay(outsideWords)
  const askAgain = useAskAgain()
  const ask = useSend(outside.askOutsideAgain, {
    onDone: async () => {
      toast.success(say('askedAgain'))
      await askAgain()
    },
  })
  const known = schedule?.Outside.find(({ Address }) => Address === address)
  return (
    <li>
      <span className={styles.address}>{address}</span>{' '}
      {known ? <span className={`st-tag ${TONES[known.State]}`}>{say(`state.${known.State}`)}</span> : <span className="st-tag warn">{say('new')}</span>}
      {schedule && known?.MayAskAgain && (
        <button
          type="button"
          className="text-btn"
          disabled={ask.isPending || ask.isSuccess}
          onClick={() => ask.mutate({ params: { scheduleId: schedule.ScheduleId }, body: { Address: address } })}
        >
          {say('askAgain')}
        </button>
      )}
      <button type="button" className="text-btn" aria-label={say('remove', { address })} onClick={onRemove}>
        {say('removeShort')}
      </button>
    </li>
  )
}

const AddAddress = ({ addresses, wrong, onAdd }: { addresses: readonly string[]; wrong: string | undefined; onAdd: (address: string) => void }) => {
  const say = useSay(outsideWords)
  const [typed, setTyped] = useState('')
  const [complaint, setComplaint] = useState<{ of: string; text: string }>()
  if (addresses.length >= MOST_OUTSIDE) return <p className="hint">{say('most', { n: MOST_OUTSIDE })}</p>
  const add = () => {
    const address = typed.trim()
    const isTwice = addresses.some((one) => one.toLowerCase() === address.toLowerCase())
    if (isTwice || !OutsideAddress.safeParse(address).success) return setComplaint({ of: typed, text: say(isTwice ? 'twice' : 'wrongAddress') })
    setComplaint(undefined)
    setTyped('')
    onAdd(address)
  }
  return (
    <div className={styles.add}>
      <Field
        label={say('address')}
        type="email"
        autoComplete="off"
        value={typed}
        wrong={complaint?.of === typed ? complaint.text : typed === '' ? wrong : undefined}
        onChange={setTyped}
        // Whoever types an address and saves means it.
        onBlur={() => typed.trim() !== '' && add()}
        onKeyDown={(event) => {
          // The key sends the form otherwise.
          if (event.key !== 'Enter') return
          event.preventDefault()
          add()
        }}
      />
      <button type="button" className="btn" disabled={typed.trim() === ''} onClick={add}>
        {say('add')}
      </button>
    </div>
  )
}
