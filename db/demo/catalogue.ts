/** What the sample venue sells. Prices in cents including GST, costs in cents without. */
export interface Item {
  plu: string
  name: string
  group: 'Food' | 'Beverage' | 'Other'
  department: string
  productGroup: string
  category: string
  price: number
  cost: number
  /** When people ask for it, on the wall clock. */
  from: number
  to: number
  weight: number
  /** No GST in its price. */
  gstFree?: boolean
}

type Row = readonly [name: string, price: number, cost: number, weight: number]

/** PLUs count up from `first`; one call is one product group. */
const items = (first: number, place: Pick<Item, 'group' | 'department' | 'productGroup' | 'category' | 'from' | 'to'>, rows: readonly Row[]): Item[] =>
  rows.map(([name, price, cost, weight], i) => ({ plu: String(first + i), name, price, cost, weight, ...place }))

const TAP = items(1001, { group: 'Beverage', department: 'Beer', productGroup: 'Tap beer', category: 'Bar', from: 11, to: 29 }, [
  ['Wharf Lager, schooner', 980, 240, 14],
  ['Wharf Lager, pint', 1290, 330, 10],
  ['Pale Ale, schooner', 1050, 280, 12],
  ['Pale Ale, pint', 1380, 370, 8],
  ['Dark Ale, schooner', 1080, 290, 4],
  ['Draught Cider, schooner', 1060, 270, 5],
])
const PACKAGED = items(1101, { group: 'Beverage', department: 'Beer', productGroup: 'Packaged beer', category: 'Bar', from: 11, to: 29 }, [
  ['Light Beer, bottle', 850, 260, 4],
  ['Lager, bottle', 950, 280, 6],
  ['Non-alcoholic Ale, can', 800, 250, 3],
])
const WINE = items(1201, { group: 'Beverage', department: 'Wine', productGroup: 'Wine by the glass', category: 'Bar', from: 11, to: 28 }, [
  ['House White, glass', 1100, 260, 8],
  ['House Red, glass', 1150, 280, 7],
  ['Fiano, glass', 1350, 380, 5],
  ['Shiraz, glass', 1400, 400, 5],
  ['Sparkling, glass', 1250, 330, 5],
  ['Rosé, glass', 1200, 310, 5],
])
const BOTTLES = items(1301, { group: 'Beverage', department: 'Wine', productGroup: 'Wine by the bottle', category: 'Bar', from: 11, to: 28 }, [
  ['Fiano 2025, bottle', 3200, 1180, 3],
  ['Shiraz 2023, bottle', 5800, 2050, 2],
  ['Chardonnay 2024, bottle', 5400, 1900, 2],
  ['Sparkling Brut, bottle', 6200, 2300, 2],
])
const SPIRITS = items(1401, { group: 'Beverage', department: 'Spirits', productGroup: 'Spirits', category: 'Bar', from: 12, to: 29 }, [
  ['Gin and Tonic', 1300, 320, 7],
  ['Whisky, 30 ml', 1250, 340, 4],
  ['Rum and Cola', 1200, 290, 4],
  ['Vodka, Lime and Soda', 1200, 280, 5],
])
const COCKTAILS = items(1501, { group: 'Beverage', department: 'Spirits', productGroup: 'Cocktails', category: 'Bar', from: 15, to: 28 }, [
  ['Espresso Martini', 2200, 560, 5],
  ['Spritz', 1800, 430, 6],
  ['Margarita', 2100, 520, 4],
])
const SOFT = items(1601, { group: 'Beverage', department: 'Soft drinks', productGroup: 'Soft drinks', category: 'Bar', from: 7, to: 29 }, [
  ['Lemon, Lime and Bitters', 650, 90, 6],
  ['Cola, glass', 550, 70, 7],
  ['Sparkling Water, 750 ml', 900, 210, 5],
  ['Orange Juice', 700, 160, 3],
])
const COFFEE = items(1701, { group: 'Beverage', department: 'Coffee', productGroup: 'Coffee and tea', category: 'Café', from: 7, to: 17 }, [
  ['Flat White', 500, 95, 14],
  ['Cappuccino', 500, 95, 8],
  ['Long Black', 450, 70, 6],
  ['Pot of Tea', 550, 60, 4],
  ['Iced Latte', 650, 130, 5],
])
const BREAKFAST = items(2001, { group: 'Food', department: 'Kitchen', productGroup: 'Breakfast', category: 'Kitchen', from: 7, to: 11 }, [
  ['Eggs on Sourdough', 1650, 480, 8],
  ['Smashed Avocado', 2100, 620, 7],
  ['Bacon and Egg Roll', 1400, 420, 9],
  ['Granola and Fruit', 1550, 430, 4],
])
const STARTERS = items(2101, { group: 'Food', department: 'Kitchen', productGroup: 'Starters', category: 'Kitchen', from: 11, to: 22 }, [
  ['Salt and Pepper Squid', 1900, 560, 8],
  ['Chips and Aioli', 1200, 230, 12],
  ['Oysters, half dozen', 2700, 1180, 4],
  ['Garlic Bread', 950, 160, 7],
  ['Charcuterie Board', 3400, 1200, 4],
])
const MAINS = items(2201, { group: 'Food', department: 'Kitchen', productGroup: 'Mains', category: 'Kitchen', from: 11, to: 22 }, [
  ['Fish and Chips', 2900, 880, 11],
  ['Chicken Schnitzel', 2700, 740, 10],
  ['Scotch Fillet, 300 g', 4600, 1780, 5],
  ['Beef Burger', 2600, 760, 10],
  ['Prawn Linguine', 3300, 1050, 6],
  ['Mushroom Risotto', 2800, 690, 5],
  ['Caesar Salad', 2300, 600, 5],
])
const DESSERTS = items(2301, { group: 'Food', department: 'Kitchen', productGroup: 'Desserts', category: 'Kitchen', from: 12, to: 23 }, [
  ['Sticky Date Pudding', 1500, 330, 6],
  ['Affogato', 1400, 310, 4],
  ['Cheese Plate', 2400, 860, 3],
])
const KIDS = items(2401, { group: 'Food', department: 'Kitchen', productGroup: 'Children', category: 'Kitchen', from: 11, to: 21 }, [
  ['Small Fish and Chips', 1450, 430, 4],
  ['Small Pasta', 1300, 300, 3],
])
const TASTING = items(3001, { group: 'Beverage', department: 'Cellar door', productGroup: 'Tastings', category: 'Cellar', from: 10, to: 17 }, [
  ['Tasting Flight', 1500, 380, 10],
  ['Estate Tasting Flight', 2200, 560, 8],
  ['Cellar Tour and Tasting', 4500, 1150, 2],
])
const TAKE_HOME = items(3101, { group: 'Beverage', department: 'Cellar door', productGroup: 'Take-home wine', category: 'Cellar', from: 10, to: 18 }, [
  ['Fiano 2025, take home', 2800, 1180, 8],
  ['Shiraz 2023, take home', 3900, 1600, 6],
  ['Sparkling Brut, take home', 3600, 1500, 5],
  ['Mixed Dozen', 32000, 14200, 1],
])
const PRODUCE = items(3201, { group: 'Food', department: 'Cellar door', productGroup: 'Produce', category: 'Cellar', from: 10, to: 18 }, [
  ['Cheese Board', 3640, 1260, 5],
  ['Marinated Olives', 1300, 390, 3],
]).concat(
  items(3211, { group: 'Food', department: 'Cellar door', productGroup: 'Produce', category: 'Cellar', from: 10, to: 18 }, [
    ['Olive Oil, 500 ml', 2400, 1100, 2],
  ]).map((item) => ({ ...item, gstFree: true })),
)
/** Sold, but never put on the menu's tree: shows as Unassigned. */
const LOOSE = items(9901, { group: 'Other', department: '', productGroup: '', category: '', from: 10, to: 22 }, [['Stubby Holder', 1000, 420, 0.5]])

export const MENUS = {
  bar: [...TAP, ...PACKAGED, ...WINE, ...SPIRITS, ...COCKTAILS, ...SOFT, ...STARTERS, ...MAINS, ...LOOSE],
  bistro: [...COFFEE, ...BREAKFAST, ...STARTERS, ...MAINS, ...DESSERTS, ...KIDS, ...WINE, ...BOTTLES, ...SOFT, ...COCKTAILS],
  cellar: [...TASTING, ...TAKE_HOME, ...PRODUCE],
} as const

/** The product as the till names it. */
export const naming = (item: Item) => ({
  ProductId: item.plu,
  Plu: item.plu,
  Name: item.name,
  ListPrice: item.price,
  ...(item.productGroup ? { Group: item.group, Department: item.department, ProductGroup: item.productGroup, Category: item.category } : {}),
})
