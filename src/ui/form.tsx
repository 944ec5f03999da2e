import { type FormEvent, useEffect, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import type { Language } from '#shared/messages.ts'
import { CallError, fieldErrorText, fieldRefusalInJapanese } from './call-error.ts'
import { useLanguage, useSay } from './language.tsx'
import { WhatWentWrong } from './states.tsx'
import { ui } from './ui.messages.ts'

interface FormInput<V> {
  /** What was filled in, as the contract's body has it. */
  value: V
  /** The same body schema the server checks with. */
  body?: z.ZodMiniType
  /** The refusal of the last sending. */
  error?: unknown
  onSend: (value: V) => void
}

type Complaints = Record<string, string>
type Say = ReturnType<typeof useSay<keyof typeof ui.en>>

/** Asks the contract's schema before sending; answers what is wrong per field, from here or from the server. */
export const useForm = <V,>({ value, body, error, onSend }: FormInput<V>) => {
  const say = useSay(ui)
  const { language } = useLanguage()
  const [complaints, setComplaints] = useState<Complaints>({})
  const [sent, setSent] = useState<V>()
  const form = useRef<HTMLFormElement>(null)

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const found = body ? complaintsOf(body, value, say, language) : {}
    setComplaints(found)
    setSent(value)
    if (Object.keys(found).length === 0) onSend(value)
    else requestAnimationFrame(() => goToWrong(form.current))
  }
  // What the server refuses is gone to as well: it may be out of sight.
  useEffect(() => {
    if (error instanceof CallError && error.fields.length > 0) goToWrong(form.current)
  }, [error])
  const wrong = (field: string) => (isChanged(field, value, sent ?? value) ? undefined : (complaints[field] ?? fieldErrorText(error, field, language)))
  return { form, onSubmit, wrong, forget: () => setComplaints({}) }
}

/**
 * What the server refused at each field when it was last asked, until that field is changed: for forms that check what is filled in themselves.
 * @param value what is filled in by now, with the fields named as the server names them
 */
export const useRefused = (error: unknown, value: unknown): ((field: string) => string | undefined) => {
  const { language } = useLanguage()
  const [refused, setRefused] = useState({ error, value })
  if (refused.error !== error) setRefused({ error, value })
  return (field) => (isChanged(field, value, refused.value) ? undefined : fieldErrorText(error, field, language))
}

/** Whether a field is otherwise by now than it was when it was complained about: the complaint is about what is not there any more. */
const isChanged = (field: string, value: unknown, sent: unknown): boolean => JSON.stringify(fieldOf(value, field)) !== JSON.stringify(fieldOf(sent, field))

/** The server may name what a field is of before it: Details.Email. */
const fieldOf = (value: unknown, path: string): unknown => {
  const [first = '', ...rest] = path.split('.')
  if (typeof value !== 'object' || value === null) return undefined
  if (!(first in value)) return rest.length > 0 ? fieldOf(value, rest.join('.')) : undefined
  const part = (value as Record<string, unknown>)[first]
  return rest.length > 0 ? fieldOf(part, rest.join('.')) : part
}

const goToWrong = (form: HTMLFormElement | null) => form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()

/** Why the sending was refused, above the button; complaints about fields stand at the fields. */
export const Refusal = ({ error, fields = [] }: { error: unknown; fields?: readonly string[] }) => {
  if (!error) return null
  const atFields = error instanceof CallError && error.fields.length > 0 && error.fields.every((one) => fields.includes(one.FieldName))
  if (atFields) return null
  return (
    <div className="callout" role="alert">
      <WhatWentWrong error={error} />
    </div>
  )
}

const complaintsOf = (body: z.ZodMiniType, value: unknown, say: Say, language: Language): Complaints => {
  const checked = body.safeParse(value)
  if (checked.success) return {}
  const complaints: Complaints = {}
  for (const issue of checked.error.issues) {
    // One about a line stands at the line, and at the whole of the lines where those have a place of their own.
    for (const field of [issue.path.join('.'), String(issue.path[0] ?? '')]) complaints[field] ??= sentence(issue, say, language)
  }
  return complaints
}

const sentence = (issue: z.core.$ZodIssue, say: Say, language: Language): string => {
  if (issue.code === 'too_small' && issue.origin === 'string')
    return Number(issue.minimum) <= 1 ? say('required') : say('tooShort', { least: Number(issue.minimum) })
  if (issue.code === 'too_big' && issue.origin === 'string') return say('tooLong', { most: Number(issue.maximum) })
  if (issue.code === 'invalid_type' && issue.input === undefined) return say('required')
  const own = issue.message === 'Invalid input' ? '' : issue.message
  // The server says it of a field it names.
  if (own === 'is needed') return say('required')
  if (language === 'jp') return (own && fieldRefusalInJapanese({ FieldName: '', Message: own })) || say('notAccepted')
  return own ? `${own.charAt(0).toUpperCase()}${own.slice(1)}${own.endsWith('.') ? '' : '.'}` : say('notAccepted')
}
