import { type ReactNode, useId } from 'react'
import { REGIONS } from '#features/reports/calendar/holidays.rules.ts'

interface ChooseProps {
  label: ReactNode
  value: string
  options: readonly (readonly [value: string, label: string])[]
  onChange: (value: string) => void
  hint?: ReactNode
  wrong?: string | undefined
  disabled?: boolean
}

/** One of a few answers, in a list that opens. */
export const Choose = ({ label, value, options, onChange, hint, wrong, disabled }: ChooseProps) => {
  const id = useId()
  const described = [hint ? `${id}-hint` : '', wrong ? `${id}-wrong` : ''].join(' ').trim() || undefined
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value}
        disabled={disabled}
        aria-invalid={wrong ? true : undefined}
        aria-describedby={described}
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
      {wrong && (
        <p className="wrong" id={`${id}-wrong`}>
          {wrong}
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

/** The zones, currencies and regions there are, offered while one types. */
export const Lists = () => (
  <>
    <datalist id="venue-regions">
      {REGIONS.map((region) => (
        <option key={region} value={region} />
      ))}
    </datalist>
    <datalist id="venue-zones">
      {Intl.supportedValuesOf('timeZone').map((zone) => (
        <option key={zone} value={zone} />
      ))}
    </datalist>
    <datalist id="venue-currencies">
      {Intl.supportedValuesOf('currency').map((currency) => (
        <option key={currency} value={currency} />
      ))}
    </datalist>
  </>
)
