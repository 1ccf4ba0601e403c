import type { ReactNode } from 'react';
import styles from './benefit-drawings.module.css';

const frame = (children: ReactNode) => (
  <svg
    className={styles.drawing}
    viewBox="7 0 320 120"
    width="320"
    height="120"
    preserveAspectRatio="xMinYMid"
    aria-hidden="true"
  >
    {children}
  </svg>
);

/** One command goes to six servers. */
const terminal = frame(
  <>
    <path d="M96 60 228 8M96 60 228 29M96 60 228 50M96 60 228 70M96 60 228 91M96 60 228 112" />
    <path
      className={styles.filled}
      d="M8 44h88v32H8zM228 3h84v10h-84zM228 24h84v10h-84zM228 45h84v10h-84zM228 65h84v10h-84zM228 86h84v10h-84zM228 107h84v10h-84z"
    />
    <path className={styles.spoke} d="M20 60h40" />
  </>,
);

/** A line moves from one folder to another. */
const files = frame(
  <>
    <path className={styles.filled} d="M8 8h132v104H8zM180 8h132v104H180z" />
    <path d="M24 28h60M24 48h84M24 68h48M24 88h72M196 28h72M196 48h48M196 88h64" />
    <path className={styles.spoke} d="M84 68h140m-8-7 8 7-8 7" />
  </>,
);

/** A table with one row in hand. */
const mysql = frame(
  <>
    <path className={styles.filled} d="M8 8h304v104H8z" />
    <path d="M8 34h304M8 60h304M8 86h304M88 8v104M200 8v104" />
    <path d="M24 73h40M104 73h64M216 73h72M24 21h24M104 21h40M216 21h32M24 47h40M104 47h48M216 47h56M24 99h40M104 99h72M216 99h48" />
    <path className={styles.spoke} d="M8 60v26" />
  </>,
);

/** Three runs done, two ahead, and where the clock stands. */
const tasks = frame(
  <>
    <path d="M8 96h304M8 84v12M46 90v6M84 90v6M122 90v6M160 84v12M198 90v6M236 90v6M274 90v6M312 84v12" />
    <path className={styles.done} d="M40 24h8v40h-8zM97 24h8v40h-8zM154 24h8v40h-8z" />
    <path d="M211 24h8v40h-8zM268 24h8v40h-8z" />
    <path className={styles.spoke} d="M184 12v92" />
  </>,
);

/** The drawings of the benefits, in the order of the page; an article names one with `picture`. */
export const BENEFIT_DRAWINGS = { terminal, files, mysql, tasks };
