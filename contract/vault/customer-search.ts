// What saved customers are found by (gateway-api 5).
import * as f from '../search/search.ts';
import { method_types } from './saved-methods.ts';

/** Those of the customer and its methods, then those of any of its addresses. */
export const customer_fields = {
  words: { ...f.reference('Global Search', 100), operators: ['='] },
  id: f.reference('Customer ID', 40),
  description: f.text('Description', 255),
  first_name: f.text('First Name', 50),
  last_name: f.text('Last Name', 50),
  company: f.text('Company', 100),
  address_line_1: f.text('Address Line 1', 100),
  address_line_2: f.text('Address Line 2', 100),
  city: f.text('City', 50),
  state: f.text('State', 50),
  postal_code: f.text('Postal Code', 10),
  country: f.text('Country', 2),
  email: f.text('Email', 254),
  phone: f.phoneField('Phone'),
  fax: f.phoneField('Fax'),
  payment_method_type: f.choice('Payment Method', method_types),
  payment_method_id: f.idField('Payment Method ID'),
  address_id: f.idField('Address ID'),
  billing_address_id: f.idField('Billing Address ID'),
  shipping_address_id: f.idField('Shipping Address ID'),
  expiration_date: f.date('Card Expires'),
  created_at: f.date('Created'),
  updated_at: f.date('Updated'),
} as const;

/** The search panel asks after this many letters (spec 2 §2). */
export const least_typed = 2;

/** Where the count of customers found while somebody types may end: so many matches are read. */
export const most_counted = 1_000;
