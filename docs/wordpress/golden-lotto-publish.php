<?php
/**
 * Plugin Name: Golden Lotto Publish
 * Description: Tells the Golden Lotto site which texts editors have changed, so that visitors see them at once. Adds excerpts to pages, and the fields of promotions.
 * Version: 1.1.0
 * Requires at least: 5.6
 * Requires PHP: 7.4
 *
 * Add two lines to wp-config.php, above "That's all, stop editing!":
 *   define( 'GOLDEN_LOTTO_URL', 'https://lotto.example' );
 *   define( 'GOLDEN_LOTTO_WEBHOOK_SECRET', 'the value of CMS_WEBHOOK_SECRET' );
 *
 * @package GoldenLottoPublish
 */

defined( 'ABSPATH' ) || exit;

/** Seconds until each further attempt. A notice that fails this often is given up. */
const GOLDEN_LOTTO_DELAYS = array( 30, 120, 600, 3600, 21600, 86400 );
const GOLDEN_LOTTO_RETRY  = 'golden_lotto_publish_retry';

/** The site accepts this many changes in one notice, and this many paths in one change. */
const GOLDEN_LOTTO_MOST_CHANGES = 200;
const GOLDEN_LOTTO_MOST_PATHS   = 64;

/** The custom fields that the site shows beside a text. */
const GOLDEN_LOTTO_FIELDS = array(
	'value'  => 'What a promotion gives, such as "10 % bonus"',
	'code'   => 'Code of a promotion',
	'starts' => 'First day, as YYYY-MM-DD',
	'ends'   => 'Last day, as YYYY-MM-DD',
);

/**
 * Lets editors write excerpts of pages, and sends the custom fields by the REST API. WordPress itself does neither.
 */
function golden_lotto_fields() {
	add_post_type_support( 'page', 'excerpt' );
	foreach ( array( 'page', 'post' ) as $type ) {
		foreach ( GOLDEN_LOTTO_FIELDS as $name => $description ) {
			register_post_meta(
				$type,
				$name,
				array(
					'type'              => 'string',
					'description'       => $description,
					'single'            => true,
					'show_in_rest'      => true,
					'sanitize_callback' => 'sanitize_text_field',
				)
			);
		}
	}
}
add_action( 'init', 'golden_lotto_fields' );

/** Says in the administration that the plugin sends nothing, because its address or its secret is missing. */
function golden_lotto_warn() {
	if ( current_user_can( 'manage_options' ) && ! golden_lotto_is_set_up() ) {
		echo '<div class="notice notice-error"><p>Golden Lotto Publish sends no notices, because GOLDEN_LOTTO_URL or ' .
			'GOLDEN_LOTTO_WEBHOOK_SECRET is missing in wp-config.php.</p></div>';
	}
}
add_action( 'admin_notices', 'golden_lotto_warn' );

/** Returns whether wp-config.php contains the address of the site and the secret. */
function golden_lotto_is_set_up() {
	return defined( 'GOLDEN_LOTTO_URL' ) && defined( 'GOLDEN_LOTTO_WEBHOOK_SECRET' );
}

/**
 * Collects the changes of one request of WordPress. Bulk edits are then sent as one notice.
 *
 * @param array|null $change The change to add, or null.
 * @return array All changes so far.
 */
function golden_lotto_changes( $change = null ) {
	static $changes = array();
	if ( null !== $change ) {
		$changes[ wp_json_encode( $change ) ] = $change;
	}
	return array_values( $changes );
}

/**
 * Returns the path of a text without the address of WordPress, such as `games/golden-keno`.
 *
 * @param WP_Post $post A page or a post.
 */
function golden_lotto_path( $post ) {
	return 'page' === $post->post_type ? get_page_uri( $post ) : $post->post_name;
}

/**
 * Returns the paths of a text and of its translations by Polylang, because the site reads a translation under the
 * address of the text in the default language.
 *
 * @param WP_Post      $post   The text after the change.
 * @param WP_Post|null $before The text before the change, or null for a new text.
 */
function golden_lotto_paths( $post, $before ) {
	$texts = array( $post );
	if ( $before ) {
		$texts[] = $before;
	}
	if ( function_exists( 'pll_get_post_translations' ) ) {
		foreach ( pll_get_post_translations( $post->ID ) as $id ) {
			$texts[] = get_post( $id );
		}
	}
	$paths = array_map( 'golden_lotto_path', array_filter( $texts ) );
	return array_slice( array_values( array_unique( array_filter( $paths ) ) ), 0, GOLDEN_LOTTO_MOST_PATHS );
}

/**
 * Records the change of a text that visitors can or could read.
 *
 * @param int          $id     Id of the text.
 * @param WP_Post      $post   The text after the change.
 * @param bool         $update Whether the text existed before.
 * @param WP_Post|null $before The text before the change, or null for a new text.
 */
function golden_lotto_saved( $id, $post, $update, $before = null ) {
	$was_public = $before && 'publish' === $before->post_status;
	$is_public  = 'publish' === $post->post_status;
	if ( ! in_array( $post->post_type, array( 'page', 'post' ), true ) || ! ( $was_public || $is_public ) ) {
		return;
	}
	$has_moved = $was_public && $is_public && golden_lotto_path( $post ) !== golden_lotto_path( $before );
	if ( $has_moved && 'page' === $post->post_type && get_pages( array( 'child_of' => $id ) ) ) {
		// The addresses of all pages below this page have changed, too.
		golden_lotto_changes( array( 'type' => 'site' ) );
	}
	golden_lotto_changes(
		array(
			'type'    => $post->post_type,
			'paths'   => golden_lotto_paths( $is_public ? $post : $before, $before ),
			// A text with a password must not stay readable in copies of the site.
			'removed' => ! $is_public || '' !== $post->post_password,
		)
	);
}
add_action( 'wp_after_insert_post', 'golden_lotto_saved', 10, 4 );

/**
 * Records that a text is deleted for good. The text still exists when this function runs.
 *
 * @param int          $id   Id of the text.
 * @param WP_Post|null $post The text.
 */
function golden_lotto_deleted( $id, $post = null ) {
	$post = $post ? $post : get_post( $id );
	if ( $post && 'publish' === $post->post_status && in_array( $post->post_type, array( 'page', 'post' ), true ) ) {
		golden_lotto_changes(
			array(
				'type'    => $post->post_type,
				'paths'   => golden_lotto_paths( $post, null ),
				'removed' => true,
			)
		);
	}
}
add_action( 'before_delete_post', 'golden_lotto_deleted', 10, 2 );

/** Records that an uploaded file was replaced, edited or deleted. */
function golden_lotto_file_changed() {
	golden_lotto_changes(
		array(
			'type'    => 'file',
			'removed' => true,
		)
	);
}
add_action( 'attachment_updated', 'golden_lotto_file_changed', 10, 0 );
add_action( 'delete_attachment', 'golden_lotto_file_changed', 10, 0 );

/** Records that the name or the order of a category has changed. */
function golden_lotto_list_changed() {
	golden_lotto_changes( array( 'type' => 'list' ) );
}
add_action( 'edited_category', 'golden_lotto_list_changed', 10, 0 );
add_action( 'delete_category', 'golden_lotto_list_changed', 10, 0 );

/** Records a setting that may concern every text. */
function golden_lotto_site_changed() {
	golden_lotto_changes( array( 'type' => 'site' ) );
}
add_action( 'update_option_permalink_structure', 'golden_lotto_site_changed', 10, 0 );
add_action( 'update_option_home', 'golden_lotto_site_changed', 10, 0 );
add_action( 'update_option_blogname', 'golden_lotto_site_changed', 10, 0 );

/**
 * Sends a notice once.
 *
 * @param string $body    The notice as JSON.
 * @param int    $timeout Seconds.
 * @return int The status of the answer, or 0 without an answer.
 */
function golden_lotto_send( $body, $timeout ) {
	$time      = (string) (int) round( microtime( true ) * 1000 );
	$signature = hash_hmac( 'sha256', $time . '.' . $body, GOLDEN_LOTTO_WEBHOOK_SECRET );
	$answer    = wp_remote_post(
		untrailingslashit( GOLDEN_LOTTO_URL ) . '/webhooks/cms',
		array(
			'timeout'     => $timeout,
			'redirection' => 0,
			'headers'     => array(
				'Content-Type'             => 'application/json',
				'X-Golden-Lotto-Signature' => "t=$time,v1=$signature",
			),
			'body'        => $body,
		)
	);
	return is_wp_error( $answer ) ? 0 : (int) wp_remote_retrieve_response_code( $answer );
}

/**
 * Sends a notice. After a failure, WP-Cron sends it again later, with a new signature.
 *
 * @param string $body    The notice as JSON.
 * @param int    $attempt Number of failed attempts so far.
 */
function golden_lotto_deliver( $body, $attempt = 0 ) {
	// The first attempt delays the editor, so it is short.
	$status = golden_lotto_send( $body, 0 === $attempt ? 3 : 10 );
	if ( 200 === $status ) {
		return;
	}
	$is_final = in_array( $status, array( 400, 413 ), true ) || ! isset( GOLDEN_LOTTO_DELAYS[ $attempt ] );
	// phpcs:ignore WordPress.PHP.DevelopmentFunctions.error_log_error_log
	error_log( "Golden Lotto Publish: the site answered $status, " . ( $is_final ? 'notice given up' : 'retrying' ) );
	if ( ! $is_final ) {
		wp_schedule_single_event( time() + GOLDEN_LOTTO_DELAYS[ $attempt ], GOLDEN_LOTTO_RETRY, array( $body, $attempt + 1 ) );
	}
}
add_action( GOLDEN_LOTTO_RETRY, 'golden_lotto_deliver', 10, 2 );

/**
 * Returns a notice as JSON.
 *
 * @param array $changes The changes.
 */
function golden_lotto_notice( $changes ) {
	if ( count( $changes ) > GOLDEN_LOTTO_MOST_CHANGES ) {
		$changes = array( array( 'type' => 'site' ) );
	}
	return wp_json_encode(
		array(
			'id'      => wp_generate_uuid4(),
			'changes' => $changes,
		)
	);
}

/** Sends the collected changes when WordPress has finished the request, because plugins such as Yoast save late. */
function golden_lotto_finish() {
	$changes = golden_lotto_changes();
	if ( array() === $changes || ! golden_lotto_is_set_up() ) {
		return;
	}
	golden_lotto_deliver( golden_lotto_notice( $changes ) );
}
add_action( 'shutdown', 'golden_lotto_finish', 100 );

register_deactivation_hook(
	__FILE__,
	function () {
		wp_unschedule_hook( GOLDEN_LOTTO_RETRY );
	}
);

// `wp golden-lotto purge` purges every text, and shows whether address and secret are right.
if ( defined( 'WP_CLI' ) && WP_CLI ) {
	WP_CLI::add_command(
		'golden-lotto purge',
		function () {
			if ( ! golden_lotto_is_set_up() ) {
				WP_CLI::error( 'GOLDEN_LOTTO_URL or GOLDEN_LOTTO_WEBHOOK_SECRET is missing in wp-config.php.' );
			}
			$status = golden_lotto_send( golden_lotto_notice( array( array( 'type' => 'site' ) ) ), 10 );
			200 === $status ? WP_CLI::success( 'Purged.' ) : WP_CLI::error( "The site answered $status." );
		}
	);
}
