/** What a page adds to the store when it is first opened: it comes with its page, and is no part of the first load. */
import { combineReducers, type Reducer, type Store } from "@reduxjs/toolkit";
import { reducers } from "./reducers";

/** What was added to which store. */
const added = new WeakMap<Store, Readonly<Record<string, Reducer>>>();

/** Adds a part to the store, once. */
export function addReducer(store: Store, name: string, reducer: Reducer): void {
  const known = added.get(store);
  if (known?.[name]) return;
  const late = { ...known, [name]: reducer };
  added.set(store, late);
  store.replaceReducer(combineReducers({ ...reducers, ...late }));
}
