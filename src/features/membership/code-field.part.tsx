import type { Ref } from 'react'
import { Field } from '#ui/field.tsx'

interface CodeFieldProps {
  label: string
  value: string
  onChange: (value: string) => void
  hint?: string
  wrong?: string | undefined
  /** A recovery code has letters too. */
  digitsOnly?: boolean
  ref?: Ref<HTMLInputElement>
}

/** A code of the authenticator app; phones offer to fill it in, and paste is welcome. */
export const CodeField = ({ label, value, onChange, hint, wrong, digitsOnly, ref }: CodeFieldProps) => (
  <Field
    label={label}
    name="code"
    autoComplete="one-time-code"
    autoCapitalize="none"
    autoCorrect="off"
    spellCheck={false}
    inputMode={digitsOnly ? 'numeric' : 'text'}
    maxLength={50}
    value={value}
    onChange={onChange}
    hint={hint}
    wrong={wrong}
    {...(ref ? { ref } : {})}
  />
)
