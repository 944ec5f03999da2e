import { Field, type FieldProps } from './field.tsx'
import { useSay } from './language.tsx'
import { useTypedTime } from './typed-time.ts'
import { ui } from './ui.messages.ts'

/** A time of day on the 24-hour clock, whatever clock the browser would show. */
export const TimeField = ({ value, onChange, wrong, ...field }: Pick<FieldProps, 'label' | 'hint' | 'wrong' | 'value' | 'onChange'>) => {
  const say = useSay(ui)
  const { isWrong, change, input } = useTypedTime(value, onChange)
  return <Field {...field} {...input} onChange={change} wrong={isWrong ? say('timeWrong') : wrong} />
}
