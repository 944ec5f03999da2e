import { expect, it } from 'vitest'
import { takenInAll, takenOf } from './serve.rules.ts'

const part = (VolumeMl: number, ItemMl: number, ItemAbv: number, ItemCost: number, Loss = 0) => ({ VolumeMl, Quantity: null, Loss, ItemMl, ItemAbv, ItemCost })
const cents = (amount: number | null) => Math.round((amount ?? Number.NaN) * 100) / 100

it('a keg of 49.5 l at 312.00 poured as 0.425 l with 4 % lost makes a schooner of 2.79 with 1.54 standard drinks', () => {
  const schooner = takenOf(part(425, 49_500, 4.6, 312, 4))
  expect([cents(schooner.cost), schooner.standardDrinks, schooner.alcohol]).toEqual([2.79, 1.54, 0.01955])
})

it('a Negroni of 30 ml each at 41, 25 and 16 % is 90 ml at 27.3 %, 1.94 standard drinks of 0.97, 0.59 and 0.38, and 0.0246 litres of alcohol', () => {
  const parts = [part(30, 700, 41, 43), part(30, 700, 25, 38), part(30, 750, 16, 18)]
  const { ml, abv, standardDrinks, alcohol, cost } = takenInAll(parts)
  expect(parts.map((one) => takenOf(one).standardDrinks)).toEqual([0.97, 0.59, 0.38])
  expect([ml, Math.round((abv ?? 0) * 10) / 10, standardDrinks, alcohol, cents(cost)]).toEqual([90, 27.3, 1.94, 0.0246, 4.19])
})

it('units of an item are as much as it measures, and what is not known is told as nothing', () => {
  expect(takenOf({ VolumeMl: null, Quantity: 0.5, Loss: 0, ItemMl: 700, ItemAbv: 40, ItemCost: 20 })).toEqual({
    ml: 350,
    cost: 10,
    standardDrinks: 11.05,
    alcohol: 0.14,
  })
  expect(takenOf({ VolumeMl: 30, Quantity: null, Loss: 100, ItemMl: null, ItemAbv: null, ItemCost: 20 })).toMatchObject({ cost: null, alcohol: null })
  expect(takenInAll([part(30, 700, 41, 43), { ...part(30, 700, 25, 1), ItemAbv: null }]).alcohol).toBeNull()
})
