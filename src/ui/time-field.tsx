import { useState } from 'react'
import { Field, type FieldProps } from './field.tsx'
import { useSay } from './language.tsx'
import { ui } from './ui.messages.ts'

const TYPED = /^(\d{1,2})[:.]?(\d\d)$|^(\d{1,2})$/

/** A time of day as people type it (5, 0500, 5:00, 17.30) as HH:MM; nothing where it is none. */
export const timeTyped = (typed: string): string | undefined => {
  // A Japanese keyboard writes wide digits.
  const [, before, minutes = '00', alone] = TYPED.exec(typed.normalize('NFKC').trim()) ?? []
  const hours = before ?? alone
  if (hours === undefined || Number(hours) > 23 || Number(minutes) > 59) return undefined
  return `${hours.padStart(2, '0')}:${minutes}`
}

/** A time being typed: it stays as it is typed until the field is left, while the form has it as HH:MM; what is no time the form has as it is. */
export const useTypedTime = (value: string, onChange: (time: string) => void) => {
  const [typed, setTyped] = useState<string>()
  return {
    isWrong: typed === undefined && value !== '' && timeTyped(value) === undefined,
    change: (text: string) => {
      setTyped(text)
      onChange(timeTyped(text) ?? text)
    },
    input: {
      value: typed ?? value,
      onBlur: () => setTyped(undefined),
      inputMode: 'numeric',
      autoComplete: 'off',
      maxLength: 8,
      placeholder: 'HH:MM',
    },
  } as const
}

/** A time of day on the 24-hour clock, whatever clock the browser would show. */
export const TimeField = ({ value, onChange, wrong, ...field }: Pick<FieldProps, 'label' | 'hint' | 'wrong' | 'value' | 'onChange'>) => {
  const say = useSay(ui)
  const { isWrong, change, input } = useTypedTime(value, onChange)
  return <Field {...field} {...input} onChange={change} wrong={isWrong ? say('timeWrong') : wrong} />
}
