// How each status of a transaction looks: word, tone, icon (visual 6, spec 2 §4).
import {
  IconArrowBackUp,
  IconBan,
  IconCircleCheck,
  IconCircleDashedCheck,
  IconCircleHalf2,
  IconCircleX,
  IconClock,
  IconClockExclamation,
  IconCornerUpLeft,
  IconFlag,
  IconFlag2,
  IconHelpCircle,
  IconHistory,
  IconHourglass,
  IconReceiptRefund,
} from '@tabler/icons-react';
import type { Status } from '../../contract/payments/transactions/states.ts';
import type { BadgeContent } from '../kit/format/status-badge.tsx';

export const status_badges: Readonly<Record<Status, BadgeContent>> = {
  unknown: { word: 'Unknown', tone: 'mute', icon: IconHelpCircle },
  declined: { word: 'Declined', tone: 'bad', icon: IconCircleX },
  authorized: { word: 'Authorized', tone: 'ok', icon: IconCircleDashedCheck },
  pending_settlement: { word: 'Pending settlement', tone: 'warn', icon: IconHourglass },
  settled: { word: 'Settled', tone: 'ok', icon: IconCircleCheck },
  voided: { word: 'Voided', tone: 'bad', icon: IconBan },
  refunded: { word: 'Refunded', tone: 'bad', icon: IconArrowBackUp },
  returned: { word: 'Returned', tone: 'bad', icon: IconCornerUpLeft },
  late_return: { word: 'Late return', tone: 'bad', icon: IconHistory },
  pending: { word: 'Pending', tone: 'warn', icon: IconClock },
  partially_refunded: { word: 'Partially refunded', tone: 'warn', icon: IconReceiptRefund },
  partially: { word: 'Partially', tone: 'warn', icon: IconCircleHalf2 },
  late: { word: 'Late', tone: 'bad', icon: IconClockExclamation },
  flagged: { word: 'Flagged', tone: 'bad', icon: IconFlag },
  flagged_partner: { word: 'Flagged by partner', tone: 'bad', icon: IconFlag2 },
};
