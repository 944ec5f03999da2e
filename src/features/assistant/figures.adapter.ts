import { definitions } from '#features/reports/kit/screen/definitions.messages.ts'
import { WORKED } from '#features/reports/kit/screen/definitions.rules.ts'
import { tableWords } from '#features/reports/kit/table.messages.ts'
import { type Language, type Messages, text } from '#shared/messages.ts'

/** What a figure is called, what it means and how it is worked out, as the product explains it on its screens. */
export interface FigureExplained {
  name: string
  title: string
  text: string
}

/** Every figure that is explained, in a language, with the venue's names for its programme and its tax. */
export const figuresExplained = (language: Language, names: { loyalty: string; tax: string }): FigureExplained[] => {
  const say = (all: Messages, key: string) => text(all, language, key, names)
  const titleOf = (name: string) => (Object.hasOwn(tableWords.en, name) ? say(tableWords, name) : name)
  return Object.keys(definitions.en).map((name) => {
    const steps = WORKED[name as keyof typeof WORKED]
    const worked = steps ? ` ${titleOf(name)} = ${steps.map(({ sign, figure }) => `${sign} ${titleOf(figure)}`.trim()).join(' ')}.` : ''
    return { name, title: titleOf(name), text: `${say(definitions, name)}${worked}` }
  })
}
