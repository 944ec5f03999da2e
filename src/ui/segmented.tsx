import type { ReactNode } from 'react'
import { oneStop } from './one-stop.ts'

interface SegmentedProps<V extends string> {
  /** What is chosen here, for those who cannot see it: "View", "By". */
  label: string
  options: readonly { value: V; label: ReactNode; disabled?: boolean }[]
  value: V
  onChange: (value: V) => void
}

/** A few ways of seeing the same thing, one of them pressed: Summary | Detail, Hour | Day | Week. */
export const Segmented = <V extends string>({ label, options, value, onChange }: SegmentedProps<V>) => (
  <fieldset className="seg" ref={oneStop}>
    <legend className="sr">{label}</legend>
    {options.map((option) => (
      <button type="button" key={option.value} aria-pressed={option.value === value} disabled={option.disabled} onClick={() => onChange(option.value)}>
        {option.label}
      </button>
    ))}
  </fieldset>
)
