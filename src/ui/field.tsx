import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { Icon } from './icon.tsx'
import { useSay } from './language.tsx'
import { ui } from './ui.messages.ts'

interface FrameProps {
  label: ReactNode
  /** What is wrong with it, from the contract's check or the server; true where the hint says so. */
  wrong?: string | boolean | undefined
  hint?: ReactNode
  /** As low as the filters beside it. */
  small?: boolean
}

/** What ties an answer to its label, and to what is said about it. */
interface Tied {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

/** An answer's label above, what is wrong below. */
const Frame = ({ label, wrong, hint, small, children }: FrameProps & { children: (tied: Tied) => ReactNode }) => {
  const id = useId()
  const said = typeof wrong === 'string' ? wrong : ''
  const described = [hint ? `${id}-hint` : '', said ? `${id}-wrong` : ''].join(' ').trim() || undefined
  return (
    <div className={small ? 'field small' : 'field'}>
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-invalid': wrong ? true : undefined, 'aria-describedby': described })}
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {said && (
        <p className="wrong" id={`${id}-wrong`}>
          <Icon name="attention" /> {said}
        </p>
      )}
    </div>
  )
}

export interface FieldProps extends FrameProps, Omit<ComponentProps<'input'>, 'onChange' | 'value' | 'id'> {
  value: string
  onChange: (value: string) => void
}

/** One line to fill in. */
export const Field = ({ label, wrong, hint, small, onChange, ...input }: FieldProps) => (
  <Frame {...{ label, wrong, hint }} small={small ?? false}>
    {(tied) => <input {...tied} onChange={(event) => onChange(event.target.value)} {...input} />}
  </Frame>
)

/** A password, which can be looked at; managers and paste are welcome. */
export const PasswordField = ({ label, wrong, hint, onChange, ...input }: Omit<FieldProps, 'small'>) => {
  const say = useSay(ui)
  const [shown, setShown] = useState(false)
  return (
    <Frame {...{ label, wrong, hint }}>
      {(tied) => (
        <div className="inside">
          <input
            {...tied}
            type={shown ? 'text' : 'password'}
            autoCapitalize="none"
            spellCheck={false}
            onChange={(event) => onChange(event.target.value)}
            {...input}
          />
          <button type="button" aria-pressed={shown} aria-controls={tied.id} onClick={() => setShown(!shown)}>
            {say(shown ? 'hide' : 'show')}
          </button>
        </div>
      )}
    </Frame>
  )
}

interface ChooseProps extends FrameProps {
  value: string
  options: readonly (readonly [value: string, label: string])[]
  onChange: (value: string) => void
  disabled?: boolean
}

/** One of a few answers, in a list that opens. */
export const Choose = ({ label, wrong, hint, small, value, options, onChange, disabled }: ChooseProps) => (
  <Frame {...{ label, wrong, hint }} small={small ?? false}>
    {(tied) => (
      <select {...tied} value={value} disabled={disabled} onChange={(event) => onChange(event.target.value)}>
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    )}
  </Frame>
)

interface TickProps {
  checked: boolean
  onChange: (checked: boolean) => void
  children: ReactNode
}

/** Yes or no. */
export const Tick = ({ checked, onChange, children }: TickProps) => (
  <label className="tickable">
    <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />
    <span>{children}</span>
  </label>
)
