import type { Random } from './random.ts'

/** Names and addresses of people who do not exist. */
export interface Person {
  name: string
  email: string | null
  phone: string | null
}

const FIRST =
  'Abigail Adam Alan Alice Amelia Andrew Anita Anna Barry Ben Bianca Brett Caitlin Cameron Carmel Chloe Christine Colin Craig Daisy Damien Danielle Darren Deborah Declan Diane Dominic Edith Eleni Elliot Emily Erin Felix Fiona Frank Gavin Georgia Glenn Graham Hamish Harriet Heidi Helen Hugo Imogen Isaac Ivy Jack Jasmine Jenna Joanne Joel Jonah Judith Julian Karen Kate Keith Kieran Lachlan Laura Lauren Liam Lorraine Lucas Lydia Malcolm Marcus Margaret Matilda Megan Michael Molly Nadia Nathan Neil Nicole Nina Olivia Oscar Patrick Paula Peter Phoebe Quentin Rachel Ravi Rebecca Renee Robyn Rowan Ruby Scott Shane Sienna Simon Sofia Stella Stuart Tara Tess Toby Tracey Trevor Vanessa Victor Violet Warren Wayne Wendy Xavier Yvonne Zara Zoe'.split(
    ' ',
  )
const SURNAMES =
  "Abbott Akhtar Anders Arnold Baldwin Barker Bellamy Bennett Blackwood Boyle Brooks Burke Callaghan Carey Castellano Chan Chapman Clarke Connolly Cooper Costa Crawford Curtis Dalton Dawson Doyle Drummond Duffy Dwyer Eastwood Ellis Farrell Ferraro Finch Fisher Fletcher Foley Galanis Gallagher Georgiou Gibson Grant Greene Gupta Hammond Hargreaves Harper Hayes Henderson Hooper Horvat Hughes Ingram Irving Jamieson Jarvis Jennings Kapoor Keane Kelly Kennedy Knox Kowalski Lambert Lawson Lee Lombardi Lowe Mackay Maher Mancini Mason McBride McKenna Mercer Mitchell Moran Morris Murphy Nash Nguyen Nolan North O'Brien O'Connor Osborne Page Papadakis Parker Patel Pearce Petrov Phillips Porter Quinn Ramsay Reid Rizzo Robson Rossi Russo Ryan Sadler Saunders Sharma Shaw Sheridan Silva Singh Stafford Stapleton Sutton Thornton Tran Turner Vaughan Walsh Watts Webb Whelan Wilkins Wong Woods Wright Yates Young Zhang".split(
    ' ',
  )
const JAPANESE_FIRST: readonly (readonly [string, string])[] = [
  ['陽菜', 'hina'],
  ['美咲', 'misaki'],
  ['結衣', 'yui'],
  ['葵', 'aoi'],
  ['さくら', 'sakura'],
  ['真由美', 'mayumi'],
  ['健太', 'kenta'],
  ['大輔', 'daisuke'],
  ['拓也', 'takuya'],
  ['翔', 'sho'],
  ['直樹', 'naoki'],
  ['浩', 'hiroshi'],
]
const JAPANESE_SURNAMES: readonly (readonly [string, string])[] = [
  ['佐藤', 'sato'],
  ['鈴木', 'suzuki'],
  ['高橋', 'takahashi'],
  ['田中', 'tanaka'],
  ['渡辺', 'watanabe'],
  ['伊藤', 'ito'],
  ['山本', 'yamamoto'],
  ['中村', 'nakamura'],
  ['小林', 'kobayashi'],
  ['加藤', 'kato'],
  ['吉田', 'yoshida'],
  ['山口', 'yamaguchi'],
]

/** Somebody whom nobody in `taken` is called, who may have left out the e-mail or the phone. */
export const newPerson = (random: Random, taken: Set<string>): Person => {
  for (;;) {
    const [name, first, surname] = random.chance(0.08) ? japanese(random) : english(random)
    if (taken.has(name)) continue
    taken.add(name)
    return { name, ...addresses(random, `${first}.${surname}`.toLowerCase().replaceAll("'", '')) }
  }
}

const english = (random: Random) => {
  const [first, surname] = [random.pick(FIRST), random.pick(SURNAMES)]
  return [`${first} ${surname}`, first, surname] as const
}

const japanese = (random: Random) => {
  const [first, surname] = [random.pick(JAPANESE_FIRST), random.pick(JAPANESE_SURNAMES)]
  return [`${surname[0]} ${first[0]}`, first[1], surname[1]] as const
}

/** Every address ends in a domain kept for examples. */
const addresses = (random: Random, mailbox: string): Omit<Person, 'name'> => {
  const kept = random.next()
  const domain = random.pick(['example.com', 'example.net', 'example.org'])
  const digits = String(random.between(0, 999_999)).padStart(6, '0')
  return {
    email: kept < 0.12 ? null : `${mailbox}${random.between(1, 99)}@${domain}`,
    phone: kept > 0.9 ? null : `0491 ${digits.slice(0, 3)} ${digits.slice(3)}`,
  }
}
