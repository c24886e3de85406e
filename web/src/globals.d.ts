/** The build this page is from; "dev" while developing. */
declare const __BUILD__: string;
