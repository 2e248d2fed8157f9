// What is wrong with what was typed about a user, in the words of the specification (spec 1 §5).
import {
  email as email_schema,
  ip_address,
  username as username_schema,
} from '../../../contract/fields.ts';
import { formatMessage, requiredMessage } from '../../kit/rules.ts';

export function usernameProblem(username: string): string {
  if (username.trim() === '') return requiredMessage('Username');
  return username_schema.safeParse(username.trim()).success ? '' : formatMessage('Username');
}

export function emailProblem(email: string): string {
  if (email.trim() === '') return requiredMessage('Email');
  return email_schema.safeParse(email).success ? '' : formatMessage('Email');
}

/** 2 to 15 digits not starting with 0; empty is fine. */
export function phoneProblem(phone: string): string {
  const digits = phone.replace(/\D/g, '');
  return phone.trim() === '' || /^[1-9]\d{1,14}$/.test(digits) ? '' : formatMessage('Phone');
}

/** One address; empty means any. */
export function ipProblem(ip: string): string {
  return ip.trim() === '' || ip_address.safeParse(ip.trim()).success
    ? ''
    : formatMessage('IP address');
}
