import { type ReactNode, useId } from 'react'

interface PickProps {
  label: ReactNode
  value: string
  options: readonly (readonly [value: string, label: string])[]
  onChange: (value: string) => void
  hint?: ReactNode
  wrong?: boolean
}

/** One of a few answers, in a list that opens. */
export const Pick = ({ label, value, options, onChange, hint, wrong }: PickProps) => {
  const id = useId()
  return (
    <div className="field small">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value}
        aria-invalid={wrong ? true : undefined}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={(event) => onChange(event.target.value)}
      >
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}

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
