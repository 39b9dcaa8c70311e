import { Type } from 'typebox'
import { LIMITS, optionalDecimal, optionalText, requiredText, updateOf } from '../../schema/fields.ts'
import { dates, id, orNull, record } from './record.ts'

/** What an integrator may set of a catalog item (contract, "Accounts, keys, catalog"). */
export const ItemBody = Type.Object({
  title: requiredText(LIMITS.title, 'Printed on the lines made of this item.'),
  description: optionalText(LIMITS.text, 'For the catalog alone.'),
  unit: optionalText(LIMITS.unit, 'Such as hour or kg.'),
  default_price: optionalDecimal({}, 'Price of one unit; 0 when absent, negative for a discount.'),
  vat_rate: optionalDecimal({ minimum: 0, maximum: 100 }, 'Percentage; 0 when absent.'),
  category: optionalText(LIMITS.text, 'The `cat_…` id of an item category.'),
})

/** Null clears: price and rate become 0, as they are when a create leaves them out. */
export const ItemUpdate = updateOf(ItemBody)

export const ItemRecord = record(
  'Item',
  {
    _id: id('item_', 'The item.'),
    title: Type.String({ description: 'Printed on the lines made of this item.' }),
    description: orNull('For the catalog alone.'),
    unit: orNull('Such as hour or kg.'),
    default_price: Type.Number({ description: 'Price of one unit.' }),
    vat_rate: Type.Number({ description: 'Percentage.' }),
    category: orNull('Its category.'),
    company: id('company_', 'The account that owns the record.'),
    ...dates,
  },
  'A catalog item that invoice lines refer to.',
)

/** What an integrator may set of an item category. */
export const CategoryBody = Type.Object({
  title: requiredText(LIMITS.title, 'What it is called.'),
})

export const CategoryUpdate = updateOf(CategoryBody)

export const CategoryRecord = record(
  'ItemCategory',
  {
    _id: id('cat_', 'The category.'),
    title: Type.String({ description: 'What it is called.' }),
    company: id('company_', 'The account that owns the record.'),
    ...dates,
  },
  'A category of catalog items.',
)
