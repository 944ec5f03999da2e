import { CallError, errorText, fieldRefusalInJapanese } from '#ui/call-error.ts'
import { Icon } from '#ui/icon.tsx'
import { useLanguage } from '#ui/language.tsx'
import styles from './reorders.module.css'

/** Why orders were not made or saved: each reason in a sentence. */
export const OrderRefusal = ({ error }: { error: unknown }) => {
  const { language } = useLanguage()
  if (!error) return null
  const fields = error instanceof CallError ? error.fields : []
  return (
    <div className={`callout ${styles.refusal}`} role="alert">
      <Icon name="attention" />
      <p>
        {errorText(error, language)}
        {fields.map((one) => (
          <small key={one.Message}>{(language === 'jp' && fieldRefusalInJapanese(one)) || one.Message}</small>
        ))}
      </p>
    </div>
  )
}
