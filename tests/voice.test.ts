import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '#platform/version.ts'
import type { AnyOperation } from '#shared/endpoint.ts'
import { FAILURES } from '#shared/failure.ts'
import type { Messages } from '#shared/messages.ts'

const filesLike = (ending: string) => readdirSync(join(ROOT, 'src'), { encoding: 'utf8', recursive: true }).filter((file) => file.endsWith(ending))

const madeBy = async (file: string): Promise<unknown[]> => Object.values((await import(join(ROOT, 'src', file))) as object)

interface Said {
  key: string
  english: string
  japanese: string
}

const isMessages = (made: unknown): made is Messages => typeof made === 'object' && made !== null && 'en' in made && 'jp' in made

const saidIn = async (file: string): Promise<Said[]> =>
  (await madeBy(file))
    .filter(isMessages)
    .flatMap(({ en, jp }) => Object.keys(en).map((key) => ({ key: `${file} ${key}`, english: en[key] ?? '', japanese: jp[key] ?? '' })))

const REFUSALS: Said[] = Object.entries(FAILURES).map(([key, [, english, japanese]]) => ({ key, english, japanese }))

const SAID: readonly Said[] = [...(await Promise.all(filesLike('.messages.ts').map(saidIn))).flat(), ...REFUSALS]

/** What docs/voice.md has under "Before", and its like. */
const BEFORE = [
  /\banew\b/i,
  /session ends after/i,
  /over or short that needs/i,
  /menu (this gives|\{\} will have)/i,
  /\bwhoever\b/i,
  /the one before|the period before/i,
  /\bon (last|same) (week|year|weekday|days)\b|\bon target\b/i,
  /yourself again/i,
  /\b(bring|bringing|brought) (it |them )?in\b/i,
  /: everybody\b/i,
  /\bcut by\b/i,
  /\b(not told|told by|tells? (it|them) (to|as))\b/i,
  /\bsee sales\b/i,
  /\bworthless\b/i,
  /\bnot whole\b/i,
  /do not exist for/i,
  /all or nothing was/i,
  /mostly one column/i,
  /\bheard\b/i,
  /\bparted by\b/i,
  /\bfor good\b/i,
  /\bthe house\b/i,
  /\bmeanwhile\b(?<!in the meanwhile)/i,
]

const speaksAsBefore = (english: string) => BEFORE.some((phrase) => phrase.test(english.replaceAll(/\{[^}]*\}/g, '{}')))

it('no text speaks as Daybook did before docs/voice.md', () => {
  expect(SAID.length).toBeGreaterThan(2000)
  expect(SAID.filter(({ english }) => speaksAsBefore(english)).map(({ key, english }) => `${key}: ${english}`)).toEqual([])
})

const isOperation = (made: unknown): made is AnyOperation => typeof made === 'object' && made !== null && 'summary' in made && 'method' in made

it('nor does the documentation of the API', async () => {
  const groups = (await Promise.all(filesLike('.contract.ts').map(madeBy))).flat()
  const summaries = groups
    .flatMap((group) => (typeof group === 'object' && group !== null ? Object.values(group) : []))
    .filter(isOperation)
    .map(({ method, path, summary }) => `${method} ${path}: ${summary}`)
  expect(summaries.length).toBeGreaterThan(100)
  expect(summaries.filter((summary) => speaksAsBefore(summary) || /\bone['’]s\b|\bone (may|sees|has|began|holds)\b/i.test(summary))).toEqual([])
}, 60_000)

/** Blanks that stand for how many there are of something. */
const COUNTS = 'n|points|uses|days|weeks|hours|minutes|rows|covers|visits|members|sales|receipts|other|all|accrued|calendar|rejected|deletes'

/** "{n} rows", which would be "1 rows". What is at most so many, or the first so many, is never one. */
const SEVERAL = new RegExp(
  `(?<!(at most|at least|first|last|newest|than|median of) )\\{(${COUNTS})\\} (?!(is|was|has|does|needs|times|as|of|in)\\b)([a-z]+ )?[a-z]+s\\b`,
  'i',
)

it('one thing is said as one', () => {
  const wrong = SAID.filter(({ key, english }) => !/\.(one|other|n)$|^shared\/limits/.test(key) && SEVERAL.test(english))
  expect(wrong.map(({ key, english }) => `${key}: ${english}`)).toEqual([])
})

/** Words that another one of docs/glossary.md has taken the place of. */
const JAPANESE: readonly [word: RegExp, instead: string][] = [
  [/会場/, '事業者'],
  [/ログイン|ログアウト/, 'サインイン, サインアウト'],
  [/未割当(?!り)/, '未割り当て'],
  [/(?<!仕入|納品|返品)伝票/, 'レシート'],
  [/本日/, '今日'],
  [/カバー(数|\))/, '食事客数'],
  [/(?<!商品コード\()PLU/, '商品コード(PLU)'],
  [/営業\{\w+\}日/, '営業日{n}日'],
  [/再発行済(?!み)/, '再発行済み'],
  [/[（）]/, '()'],
]

it('Japanese has one word for each thing', () => {
  const wrong = SAID.flatMap(({ key, japanese }) => JAPANESE.filter(([word]) => word.test(japanese)).map(([, instead]) => `${key}: ${japanese} → ${instead}`))
  expect(wrong).toEqual([])
})

const codeOf = (file: string) => readFileSync(join(ROOT, 'src', file), 'utf8')

it('every time of day is on the 24-hour clock', () => {
  const drawn = filesLike('.tsx').concat(filesLike('.part.ts'), filesLike('.rules.ts'), filesLike('use-moment.ts'))
  const lines = drawn.flatMap((file) =>
    codeOf(file)
      .split('\n')
      .flatMap((line) => (/timeStyle:|hour: '(2-digit|numeric)'/.test(line) ? [`${file}: ${line.trim()}`] : [])),
  )
  expect(lines.length).toBeGreaterThan(5)
  expect(lines.filter((line) => !line.includes("hourCycle: 'h23'"))).toEqual([])
})
