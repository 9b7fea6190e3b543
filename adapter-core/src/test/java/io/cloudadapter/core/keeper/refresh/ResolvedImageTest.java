package io.cloudadapter.core.keeper.refresh;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.LaunchTemplate;
import io.cloudadapter.api.refresh.FailureResponse;
import io.cloudadapter.api.refresh.RefreshCause;
import io.cloudadapter.api.refresh.RefreshControl;
import io.cloudadapter.api.refresh.RefreshRequest;
import io.cloudadapter.api.refresh.RefreshState;
import io.cloudadapter.api.refresh.RefreshStatus;
import io.cloudadapter.core.config.AutomaticRefreshConfig;
import io.cloudadapter.core.config.DriftResponse;
import io.cloudadapter.core.config.LaunchConfig;
import io.cloudadapter.core.config.PoolConfigBuilder;
import io.cloudadapter.core.keeper.FakeCloud;
import io.cloudadapter.core.keeper.KeeperHarness;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** A template has the image to which its name was resolved, and machines of another one have drifted. */
class ResolvedImageTest {
  private static final Duration HALF_AN_HOUR = Duration.ofMinutes(30);

  private KeeperHarness story = KeeperHarness.with(image("stable"));

  private static UnaryOperator<PoolConfigBuilder> image(String image) {
    return pool -> pool.launch(LaunchConfig.builder().image(image).build());
  }

  private static UnaryOperator<PoolConfigBuilder> automatic(String image) {
    return pool -> image(image)
        .apply(pool)
        .automaticRefresh(AutomaticRefreshConfig.none()
            .withDrift(DriftResponse.AUTOMATIC)
            .withPercentPerDay(100));
  }

  /** A pool of a resolved image, with two machines. */
  private void ofTwo() {
    story.cloud.images.put("stable", "ami-1");
    story.resolvingImages().run();
    story.resize(2).run();
  }

  private List<String> drift(String id) {
    return story.machine(id).drift();
  }

  private int present() {
    return story.view().template().map(LaunchTemplate::number).orElseThrow();
  }

  private RefreshStatus status() {
    return story.refreshStatus().orElseThrow();
  }

  private List<String> sentImages() {
    return story.cloud.launchedImages();
  }

  @Test
  void a_launch_is_made_from_the_id_that_was_recorded_before_it() {
    ofTwo();

    assertThat(sentImages()).containsOnly("ami-1");
    assertThat(present()).as("nothing was launched before the answer").isEqualTo(1);
    assertThat(drift("i-0001")).isEmpty();
    assertThat(story.machine("i-0001").template()).isEqualTo(story.view().template());
  }

  @Test
  void an_alias_that_has_moved_shows_as_drift_of_the_machines_from_before() {
    ofTwo();

    story.cloud.images.put("stable", "ami-2");
    story.run(HALF_AN_HOUR);

    assertThat(present()).isEqualTo(2);
    assertThat(drift("i-0001")).containsExactly("resolvedImage");
    assertThat(story.view().drifted()).isEqualTo(2);
    assertThat(story.refreshStatus()).as("drift is manual").isEmpty();
    story.resize(3).run();
    assertThat(sentImages()).last().isEqualTo("ami-2");
    assertThat(drift("i-0003")).isEmpty();
  }

  @Test
  void an_alias_that_is_back_where_it_was_is_no_drift() {
    ofTwo();
    String digest = story.view().template().orElseThrow().digest();
    story.cloud.images.put("stable", "ami-2");
    story.run(HALF_AN_HOUR);

    story.cloud.images.put("stable", "ami-1");
    story.run(HALF_AN_HOUR);

    assertThat(present()).isEqualTo(3);
    assertThat(story.view().template().orElseThrow().digest()).isEqualTo(digest);
    assertThat(story.view().drifted()).isZero();
  }

  @Test
  void the_cloud_is_asked_every_few_minutes_and_not_for_each_launch() {
    ofTwo();
    int before = story.cloud.imageQuestions;

    story.resize(10).settles();
    assertThat(story.cloud.launches).hasSizeGreaterThan(2);
    assertThat(story.cloud.imageQuestions).isEqualTo(before);

    story.run(Duration.ofHours(1));
    assertThat(story.cloud.imageQuestions - before).isBetween(6, 12);
  }

  @Test
  void a_question_that_fails_keeps_the_last_answer_and_holds_up_no_launch() {
    ofTwo();
    story.cloud.images.clear();

    story.run(Duration.ofHours(3));
    story.resize(3).run();

    assertThat(story.view().machines()).hasSize(3);
    assertThat(sentImages()).containsOnly("ami-1");
    assertThat(story.view().drifted()).isZero();
    assertThat(story.alarm(Alarm.Code.CLOUD)).contains("image stable", "keeps what it was last");
    story.cloud.images.put("stable", "ami-1");
    story.run(HALF_AN_HOUR);
    assertThat(story.alarms()).doesNotContain(Alarm.Code.CLOUD);
  }

  @Test
  void without_any_answer_launches_have_the_name_and_their_machines_an_unknown_template() {
    story.resolvingImages().run();
    story.resize(2).run();
    assertThat(sentImages()).containsOnly("stable");

    story.cloud.images.put("stable", "ami-1");
    story.run(HALF_AN_HOUR);

    assertThat(present()).isEqualTo(2);
    assertThat(story.machine("i-0001").template()).isEmpty();
    assertThat(story.view().unknownTemplates()).isEqualTo(2);
    assertThat(story.view().drifted()).isZero();
  }

  @Test
  void an_unknown_image_starts_no_refresh_by_itself_and_a_known_one_does() {
    story = KeeperHarness.with(automatic("stable"));
    story.resolvingImages().run();
    story.resize(2).run();
    story.cloud.images.put("stable", "ami-1");
    story.run(Duration.ofHours(2));
    assertThat(story.refreshStatus()).isEmpty();
    story.does(new Command.StartRefresh(RefreshRequest.defaults()));
    story.run(Duration.ofHours(2));
    assertThat(story.view().unknownTemplates())
        .as("skipMatching: unknown is no match")
        .isZero();

    story.cloud.images.put("stable", "ami-2");
    story.run(Duration.ofHours(3));

    assertThat(status().cause()).isEqualTo(RefreshCause.DRIFT);
    assertThat(status().state()).isEqualTo(RefreshState.SUCCEEDED);
    assertThat(story.view().drifted()).isZero();
    assertThat(sentImages()).last().isEqualTo("ami-2");
  }

  @Test
  void an_image_that_is_configured_by_its_id_is_known_also_of_machines_from_before() {
    story.resize(2).run();

    story.cloud.images.put("stable", "stable");
    story.resolvingImages().run();

    assertThat(present()).isEqualTo(1);
    assertThat(story.view().unknownTemplates()).isZero();
    assertThat(story.view().drifted()).isZero();
  }

  @Test
  void an_alias_that_moves_amid_a_refresh_waits_for_its_end() {
    ofTwo();
    story
        .restartWith(pool ->
            pool.launch(LaunchConfig.builder().image("stable").size("big").build()))
        .run();
    story.holds(effect -> effect instanceof Effect.Launch);
    story.does(
        new Command.StartRefresh(RefreshRequest.builder().minHealthyPercent(50).build()));
    story.run();

    story.cloud.images.put("stable", "ami-2");
    story.run(HALF_AN_HOUR);
    assertThat(present()).isEqualTo(2);
    assertThat(status().state()).isEqualTo(RefreshState.RUNNING);
    story.holds(effect -> false);
    story.releases();
    story.run(Duration.ofHours(2));

    assertThat(status().state()).isEqualTo(RefreshState.SUCCEEDED);
    assertThat(sentImages()).doesNotContain("ami-2");
    assertThat(present()).isEqualTo(3);
    assertThat(story.view().drifted()).isEqualTo(2);
  }

  @Test
  void skip_matching_compares_the_resolved_image() {
    ofTwo();
    story.cloud.images.put("stable", "ami-2");
    story.run(HALF_AN_HOUR);
    story.resize(3).run();

    story.does(new Command.StartRefresh(RefreshRequest.defaults()));

    assertThat(status().machines()).isEqualTo(2);
    story.run(Duration.ofHours(2));
    assertThat(status().state()).isEqualTo(RefreshState.SUCCEEDED);
    assertThat(story.cloud.launches).hasSize(5);
  }

  @Test
  void a_rollback_goes_back_to_the_image_of_before_until_the_alias_moves_on() {
    ofTwo();
    story.cloud.images.put("stable", "ami-bad");
    story.run(HALF_AN_HOUR);
    story.does(new Command.StartRefresh(
        RefreshRequest.builder().onFailure(FailureResponse.ROLLBACK).build()));
    story.run(Duration.ofHours(2));
    assertThat(sentImages()).last().isEqualTo("ami-bad");

    story.does(new Command.ControlRefresh(RefreshControl.ROLLBACK));
    story.run(Duration.ofHours(2));

    assertThat(status().state()).isEqualTo(RefreshState.ROLLED_BACK);
    assertThat(sentImages()).last().isEqualTo("ami-1");
    assertThat(story.alarm(Alarm.Code.TEMPLATE_HELD)).contains("differs in resolvedImage");
    story.crashAndRestart().run(Duration.ofHours(1));
    assertThat(story.alarms()).contains(Alarm.Code.TEMPLATE_HELD);

    story.cloud.images.put("stable", "ami-3");
    story.run(HALF_AN_HOUR);

    assertThat(story.alarms()).doesNotContain(Alarm.Code.TEMPLATE_HELD);
    assertThat(story.view().drifted()).isEqualTo(2);
    story.resize(3).run();
    assertThat(sentImages()).last().isEqualTo("ami-3");
  }

  @Test
  void another_refresh_after_a_rollback_has_the_image_of_the_rejected_template() {
    ofTwo();
    story.cloud.images.put("stable", "ami-2");
    story.run(HALF_AN_HOUR);
    story.does(new Command.StartRefresh(RefreshRequest.defaults()));
    story.run(Duration.ofHours(2));
    story.does(new Command.ControlRefresh(RefreshControl.ROLLBACK));
    story.run(Duration.ofHours(2));

    story.does(new Command.StartRefresh(RefreshRequest.defaults()));
    story.run(Duration.ofHours(2));

    assertThat(status().state()).isEqualTo(RefreshState.SUCCEEDED);
    assertThat(sentImages()).last().isEqualTo("ami-2");
    assertThat(story.view().drifted()).isZero();
  }

  @Test
  void the_answer_is_kept_through_a_restart_and_another_change_of_the_configuration() {
    ofTwo();
    story.cloud.images.clear();

    story.crashAndRestart().run();
    story
        .restartWith(pool ->
            pool.launch(LaunchConfig.builder().image("stable").size("big").build()))
        .run();
    story.resize(3).run();

    assertThat(sentImages()).containsOnly("ami-1");
    assertThat(drift("i-0001")).containsExactly("size");
  }

  @Test
  void another_image_is_resolved_anew() {
    ofTwo();
    story.cloud.images.put("next", "ami-7");

    story.restartWith(image("next")).run();
    story.resize(3).run();

    assertThat(sentImages()).last().isEqualTo("ami-7");
    assertThat(drift("i-0001")).as("one reason is enough").containsExactly("image");
  }

  @Test
  void an_adapter_that_resolves_no_images_is_not_asked() {
    story.resize(2).run(Duration.ofHours(1));

    assertThat(story.cloud.imageQuestions).isZero();
    assertThat(sentImages()).containsOnly("stable");
  }

  @Test
  void an_image_that_is_gone_is_asked_about_again_at_once() {
    ofTwo();
    story.cloud.images.put("stable", "ami-2");
    story.cloud.nextPrepares.add(FakeCloud.refusal(Kind.NOT_FOUND));
    story.run(Duration.ofMinutes(5));
    int before = story.cloud.imageQuestions;

    story.resize(3).run(Duration.ofMinutes(3));

    assertThat(story.cloud.imageQuestions).isGreaterThan(before);
    assertThat(sentImages()).last().isEqualTo("ami-2");
  }
}
