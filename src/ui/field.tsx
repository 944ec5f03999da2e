import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { Icon } from './icon.tsx'
import { useSay } from './language.tsx'
import { ui } from './ui.messages.ts'

interface FieldProps extends Omit<ComponentProps<'input'>, 'onChange' | 'value' | 'id'> {
  label: ReactNode
  value: string
  onChange: (value: string) => void
  /** What is wrong with it, from the contract's check or the server. */
  wrong?: string | undefined
  hint?: ReactNode
}

/** One line to fill in, its label above, what is wrong below. */
export const Field = ({ label, value, onChange, wrong, hint, ...input }: FieldProps) => {
  const id = useId()
  const described = [hint ? `${id}-hint` : '', wrong ? `${id}-wrong` : ''].join(' ').trim() || undefined
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-invalid={wrong ? true : undefined}
        aria-describedby={described}
        {...input}
      />
      <Notes id={id} hint={hint} wrong={wrong} />
    </div>
  )
}

/** A password, which can be looked at; managers and paste are welcome. */
export const PasswordField = ({ label, value, onChange, wrong, hint, ...input }: FieldProps) => {
  const id = useId()
  const say = useSay(ui)
  const [shown, setShown] = useState(false)
  const described = [hint ? `${id}-hint` : '', wrong ? `${id}-wrong` : ''].join(' ').trim() || undefined
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="inside">
        <input
          id={id}
          type={shown ? 'text' : 'password'}
          autoCapitalize="none"
          spellCheck={false}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          aria-invalid={wrong ? true : undefined}
          aria-describedby={described}
          {...input}
        />
        <button type="button" aria-pressed={shown} aria-controls={id} onClick={() => setShown(!shown)}>
          {say(shown ? 'hide' : 'show')}
        </button>
      </div>
      <Notes id={id} hint={hint} wrong={wrong} />
    </div>
  )
}

const Notes = ({ id, hint, wrong }: { id: string; hint?: ReactNode; wrong?: string | undefined }) => (
  <>
    {hint && (
      <p className="hint" id={`${id}-hint`}>
        {hint}
      </p>
    )}
    {wrong && (
      <p className="wrong" id={`${id}-wrong`}>
        <Icon name="attention" /> {wrong}
      </p>
    )}
  </>
)
